/** The versions of the published site: one folder per release, and the newest at the root. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import semver from "semver";

/** Returns the version that names a release's folder: `0.1` for `0.1.3`. Patch releases replace their predecessor. */
export function minorVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  return `${semver.major(version)}.${semver.minor(version)}`;
}

const folderPattern = /^v(\d+\.\d+)$/;

/** Returns the versions among the names of folders, newest first. */
export function versionsIn(names: readonly string[]): string[] {
  return names
    .flatMap((name) => folderPattern.exec(name)?.[1] ?? [])
    .sort((a, b) => semver.rcompare(`${a}.0`, `${b}.0`));
}

/**
 * Puts a release into the folder of the published site. The release replaces the root too, unless a newer one exists.
 *
 * @param published - the folder that GitHub Pages serves
 * @param built - the site, built for the base path of its own folder
 * @param builtLatest - the site, built for the base path of the root
 */
export function publish(published: string, version: string, built: string, builtLatest: string): void {
  const own = path.join(published, `v${version}`);
  rmSync(own, { recursive: true, force: true });
  cpSync(built, own, { recursive: true });
  const versions = versionsIn(readdirSync(published));
  if (versions[0] === version) {
    for (const name of readdirSync(published)) {
      if (name !== ".git" && !folderPattern.test(name)) rmSync(path.join(published, name), { recursive: true });
    }
    cpSync(builtLatest, published, { recursive: true });
  }
  writeFileSync(path.join(published, "versions.json"), JSON.stringify(versions));
  // Without this file, GitHub Pages would run the site through Jekyll.
  writeFileSync(path.join(published, ".nojekyll"), "");
}
