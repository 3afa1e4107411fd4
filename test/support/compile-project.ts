import path from "node:path";
import { fileURLToPath } from "node:url";
import { compileTexts } from "./compile-types.js";
import type { Files } from "./scaffolds.js";

/** A folder that does not exist, from which the packages of this repository resolve. */
const root = fileURLToPath(new URL("../virtual-project", import.meta.url));

/** Returns the compiler's errors in all TypeScript files of a project, as `npm run typecheck` of a scaffold finds them. */
export function compileProject(files: Files): string[] {
  const sources = Object.entries(files).filter(([file]) => /\.m?ts$/.test(file));
  return compileTexts(new Map(sources.map(([file, text]) => [path.join(root, file), text])), {
    exactOptionalPropertyTypes: false,
    erasableSyntaxOnly: false,
  });
}
