import { createRequire } from "node:module";
import { ESLint } from "eslint";

/** The parser of the package `typescript-eslint`, which does not export this function. */
const parser = createRequire(createRequire(import.meta.url).resolve("typescript-eslint"))(
  "@typescript-eslint/parser",
) as { clearCaches(): void };

/** Returns what `eslint .` prints in a folder with an eslint.config.js. */
export async function lintFolder(folder: string): Promise<string> {
  parser.clearCaches(); // which remember the folders and files of the run before
  const eslint = new ESLint({ cwd: folder });
  const formatter = await eslint.loadFormatter();
  return formatter.format(await eslint.lintFiles("."));
}
