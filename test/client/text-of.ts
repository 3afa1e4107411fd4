import type { ClientFile } from "../../src/client/client.js";

/** Returns the text of the first file of a client whose path ends so. */
export function textOf(files: readonly ClientFile[], ending: string): string {
  return files.find(({ path }) => path.endsWith(ending))?.content ?? "";
}
