import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";

/** Makes a folder with these files in it (path → content) that is gone after the test. */
export function tempFolder(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(path.join(os.tmpdir(), "tsop-test-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  writeFiles(root, files);
  return root;
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), content);
  }
}

/** All that is below a folder: files with their content, folders (with a slash at the end) with an empty text. */
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
