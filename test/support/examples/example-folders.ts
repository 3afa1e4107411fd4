import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { examples } from "./link-tsop.js";

/** The names of the projects in examples/. */
export const exampleNames: readonly string[] = readdirSync(examples).filter((name) =>
  existsSync(path.join(examples, name, "begin.sh")),
);

export function exampleFolder(name: string): string {
  return path.join(examples, name);
}

/** The examples without an extension API server, which charts and bundles refuse. */
export const operatorNames: readonly string[] = exampleNames.filter(
  (name) => !existsSync(path.join(exampleFolder(name), "apiserver.ts")),
);
