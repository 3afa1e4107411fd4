import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Creates a folder with these files (path → content). `temp-root.ts` removes it after all tests. */
export function tempFolder(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "tsop-test-"));
  writeFiles(root, files);
  return root;
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  const made = new Set<string>();
  for (const [file, content] of Object.entries(files)) {
    const folder = path.dirname(path.join(root, file));
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    writeFileSync(path.join(root, file), content);
  }
}

/** Returns the files below a folder, with their content, except the files that tsop keeps for itself. */
export function filesOf(root: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(snapshot(root)).filter(([name]) => !name.endsWith("/") && !name.startsWith(".tsop/")),
  );
}

/** Returns everything below a folder: files with their content, folders (with a trailing slash) with an empty text. */
export function snapshot(root: string): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (folder: string): void => {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        found[`${name}/`] = "";
        visit(name);
      } else found[name] = entry.isSymbolicLink() ? "(link)" : readFileSync(path.join(root, name), "utf8");
    }
  };
  visit("");
  return found;
}

export function modeOf(file: string): number {
  return statSync(file).mode & 0o7777;
}
