/** Gathers the files of a catalog from a folder, like operator-registry: each file, unless an `.indexignore` excludes it. */
import { isUtf8 } from "node:buffer";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import ignore, { type Ignore } from "ignore";
import { type Diagnostic, errorAt } from "../../../core/diagnostic.js";
import { TsopError } from "../../../core/errors.js";
import type { CatalogFile } from "./read-blobs.js";

const ignoreFile = ".indexignore";

/** The most that tsop reads. The largest public catalogs have about 100 MB. */
const mostBytes = 1024 * 1024 * 1024;

export interface GatheredCatalog {
  readonly files: readonly CatalogFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * @param shown - the path of the folder in messages
 * @throws TsopError `catalog/not-found` or `catalog/too-large`
 */
export function gatherCatalog(folder: string, shown: string): GatheredCatalog {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new TsopError("catalog/not-found", `${shown} is not a folder`, {
      hint: "Name the folder of a file-based catalog. `tsop catalog add` creates one.",
    });
  }
  const gathering = new Gathering(folder, shown);
  gathering.enter("", []);
  return gathering;
}

/** The rules of a folder, for paths below it. */
interface Rules {
  readonly below: string;
  readonly ignore: Ignore;
}

class Gathering implements GatheredCatalog {
  readonly files: CatalogFile[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #root: string;
  readonly #shown: string;
  #bytes = 0;

  constructor(root: string, shown: string) {
    this.#root = root;
    this.#shown = shown;
  }

  enter(folder: string, outer: readonly Rules[]): void {
    const entries = readdirSync(path.join(this.#root, folder), { withFileTypes: true });
    const rules = entries.some(({ name }) => name === ignoreFile) ? [...outer, this.#readRules(folder)] : outer;
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const inside = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) this.enter(inside, rules);
      else if (entry.name !== ignoreFile && !isIgnored(inside, rules)) this.#add(inside);
    }
  }

  #readRules(folder: string): Rules {
    const lines = readFileSync(path.join(this.#root, folder, ignoreFile), "utf8").split(/\r?\n/);
    // The library converts each line to a regular expression, which takes minutes for a long line.
    return { below: folder, ignore: ignore({ ignorecase: false }).add(lines.filter((line) => line.length <= 1000)) };
  }

  #add(inside: string): void {
    const full = path.join(this.#root, inside);
    const file = this.#shown === "" ? inside : `${this.#shown}/${inside}`;
    const facts = statSync(full, { throwIfNoEntry: false });
    if (facts?.isFile() !== true) {
      this.#fault(file, "the path is not a file", "Remove it, or exclude it in .indexignore.");
      return;
    }
    this.#bytes += facts.size;
    if (this.#bytes > mostBytes) {
      throw new TsopError("catalog/too-large", `${this.#shown} contains more than ${mostBytes / 1024 / 1024} MB`, {
        hint: "Name a folder that contains only a catalog.",
      });
    }
    const bytes = readFileSync(full);
    const text = bytes.toString("utf8");
    // Go replaces invalid bytes in JSON, but not in YAML.
    if (isUtf8(bytes) || /^\s*\{/.test(text)) this.files.push({ file, text });
    else this.#fault(file, "the file is not UTF-8 text", "Remove it, or exclude it in .indexignore.");
  }

  #fault(file: string, message: string, hint: string): void {
    this.diagnostics.push(errorAt("catalog/unreadable", { file }, message, hint));
  }
}

/** The last rule that matches decides; the rules of inner folders come after those of outer folders. */
function isIgnored(file: string, rules: readonly Rules[]): boolean {
  let result = false;
  for (const { below, ignore: each } of rules) {
    const { ignored, unignored } = each.test(below === "" ? file : file.slice(below.length + 1));
    if (ignored || unignored) result = ignored;
  }
  return result;
}
