/** Puts a built release into the published site: `node scripts/run.mjs site/publish.ts PUBLISHED BUILT BUILT-LATEST`. */
import { minorVersion, publish } from "./versions.js";

const [published, built, builtLatest, ...others] = process.argv.slice(2);
if (published === undefined || built === undefined || builtLatest === undefined || others.length > 0) {
  throw new Error("name three folders: the published site, the build for the release, the build for the root");
}
publish(published, minorVersion(process.cwd()), built, builtLatest);
