/** Prints each rejected phrase of the repository's texts with its place, and exits with 1 if it finds one: `npm run lint`. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { maskCode } from "./mask.js";
import { findPhrases, readPhrases } from "./phrases.js";
import { hasReaders, readsStrings } from "./scope.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

const phrases = readPhrases(read("docs/contributing/glossary.md"));
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
const findings = files
  .filter(hasReaders)
  .flatMap((file) =>
    findPhrases(maskCode(file, read(file), readsStrings(file)), phrases).map((finding) => ({ file, ...finding })),
  );
for (const { file, line, phrase, term } of findings) {
  process.stdout.write(`${file}:${line}: "${phrase}": write ${term}\n`);
}
if (findings.length > 0) process.exitCode = 1;
