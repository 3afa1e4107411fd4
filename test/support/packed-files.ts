import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Returns the files that `npm install tsop` brings: those that package.json names, and those that npm adds. */
export function packedFiles(): string[] {
  const { files } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { files: string[] };
  const there = [...files, "LICENSE", "README.md", "package.json"].filter((name) => existsSync(path.join(root, name)));
  return there.flatMap((name) =>
    statSync(path.join(root, name)).isFile()
      ? [name]
      : readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  );
}
