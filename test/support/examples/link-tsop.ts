import { lstatSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const examples = fileURLToPath(new URL("../../../examples", import.meta.url));

/**
 * Makes this checkout available to the examples as `tsop`, with the other packages in its node_modules: nothing must be
 * installed.
 */
export default function linkTsop(): void {
  const modules = path.join(examples, "node_modules");
  link(path.join(modules, "tsop"), "../..");
  link(path.join(modules, ".bin/tsop"), "../tsop/bin/tsop.js"); // where npx looks
}

function link(place: string, target: string): void {
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(path.dirname(place), { recursive: true });
  symlinkSync(target, place);
}
