import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const docs = fileURLToPath(new URL("../../docs", import.meta.url));

/** Returns the Markdown pages of the documentation as paths below `docs`, with slashes: `how-to/dev.md`. */
export function documentationPages(): string[] {
  return readdirSync(docs, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replaceAll("\\", "/"));
}
