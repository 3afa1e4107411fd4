import { lstatSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const examples = fileURLToPath(new URL("../../../examples", import.meta.url));

/** Lets the examples find this checkout as `tsop`, and the rest in its node_modules: none has to be installed for that. */
export default function linkTsop(): void {
  const link = path.join(examples, "node_modules/tsop");
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) return;
  mkdirSync(path.dirname(link), { recursive: true });
  symlinkSync("../..", link);
}
