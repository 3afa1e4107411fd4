import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import { packageVersion } from "../../src/commands/version.js";
import { recordingContext } from "./recording-context.js";
import { snapshot, tempFolder } from "./temp-folder.js";

/** A scaffold with a kind, generated and with its packages, as files of a folder: to be broken by a test. */
export async function healthyProject(projectName = "demo"): Promise<Record<string, string>> {
  const cwd = tempFolder();
  const context = recordingContext({ cwd });
  const kind = { createApi: true, group: "foo", version: "v1", kind: "Bar" };
  await init({ ...kind, domain: "abc.com", projectName, tsop: `^${packageVersion()}`, install: false }, context);
  await manifests({}, context);
  const files = Object.entries(snapshot(cwd)).filter(([name]) => !name.endsWith("/") && !name.startsWith(".tsop/"));
  return {
    ...Object.fromEntries(files),
    "node_modules/tsop/package.json": JSON.stringify({ version: packageVersion() }),
    "node_modules/typescript/package.json": JSON.stringify({ version: "6.0.3" }),
  };
}
