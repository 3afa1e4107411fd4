import { readFileSync } from "node:fs";
import type { CommandResult } from "./context.js";

/** Prints the versions of tsop and Node. */
export function version(): CommandResult {
  const tsop = packageVersion();
  return {
    text: `tsop ${tsop}\nnode ${process.version.slice(1)} ${process.platform}/${process.arch}`,
    json: { tsop, node: process.version.slice(1), platform: process.platform, arch: process.arch },
  };
}

/** Returns the version from package.json, its only location. */
export function packageVersion(): string {
  return ownPackage().version;
}

/** Reads the package.json of tsop itself. */
export function ownPackage(): { readonly version: string; readonly engines: { readonly node: string } } {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return JSON.parse(text) as ReturnType<typeof ownPackage>; // tsop's package.json always has both fields
}
