import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { examples } from "./link-tsop.js";

/** The names of the operators in examples/. */
export const exampleNames: readonly string[] = readdirSync(examples).filter((name) =>
  existsSync(path.join(examples, name, "begin.sh")),
);

export function exampleFolder(name: string): string {
  return path.join(examples, name);
}
