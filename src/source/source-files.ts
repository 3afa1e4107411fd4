import path from "node:path";
import { errorAt, type Report } from "../core/diagnostic.js";
import { mayAct } from "./permissions/actions.js";
import { mayServe } from "./webhooks/calls.js";
import { parseFile, type ParsedFile, findSyntaxErrors } from "./parsed-file.js";
import { packageResolver, type ResolvePackage } from "./resolve-package.js";
import type { SourceHost } from "./source-host.js";

/** The files of a run, each parsed at most once. */
export class SourceFiles {
  readonly #host: SourceHost;
  readonly #report: Report;
  readonly #files = new Map<string, ParsedFile | undefined>();

  readonly #resolve: ResolvePackage;

  constructor(host: SourceHost, root: string, report: Report) {
    this.#host = host;
    this.#resolve = packageResolver(host, root);
    this.#report = report;
  }

  /** Parses the project's files, but for those in which there can be nothing of interest. */
  openAll(): ParsedFile[] {
    const files = this.#host.files();
    const opened = files.map((file) => this.#open(file, isOfInterest)).filter((file) => file !== undefined);
    this.#openImported(files);
    return opened;
  }

  opened(): ParsedFile[] {
    return [...this.#files.values()].filter((file) => file !== undefined);
  }

  /** The file that an import means: `./x.js` is written for `./x.ts`, and packages have declarations. */
  openModule(from: ParsedFile, module: string): ParsedFile | undefined {
    if (!module.startsWith(".")) {
      const declarations = module.startsWith("node:") ? undefined : this.#resolve(from.path, module);
      return declarations === undefined ? undefined : this.#open(declarations, () => true);
    }
    for (const file of sourcesOf(targetOf(from, module))) {
      const opened = this.#open(file, () => true);
      if (opened !== undefined) return opened;
    }
    return undefined;
  }

  /** Whether there is what a relative import means: TypeScript, JavaScript or data. Nothing is parsed for that. */
  isThere(from: ParsedFile, module: string): boolean {
    const target = targetOf(from, module);
    return [target, ...sourcesOf(target)].some((file) => this.#host.read(file) !== undefined);
  }

  /**
   * Opens what the project's files import of other folders, and what that imports: an operator does what all of its files do.
   * The kinds in them are not the project's own.
   */
  #openImported(files: readonly string[]): void {
    const reached = new Set(files);
    for (const file of reached) {
      const text = this.#host.read(file);
      if (text === undefined) continue;
      for (const target of relativeImports(text).map((module) => targetOf({ path: file }, module))) {
        const source = sourcesOf(target).find((each) => reached.has(each) || this.#isOwnSource(each));
        if (source === undefined || reached.has(source)) continue;
        reached.add(source); // which the loop comes to
        this.#open(source, isOfInterest);
      }
    }
  }

  #isOwnSource(file: string): boolean {
    return !file.startsWith("../") && !file.endsWith(".d.ts") && this.#host.read(file) !== undefined;
  }

  #open(file: string, isWanted: (file: string, text: string) => boolean): ParsedFile | undefined {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const text = this.#host.read(file);
    if (text === undefined || !isWanted(file, text)) return undefined;
    const parsed = this.#parse(file, text);
    this.#files.set(file, parsed);
    return parsed;
  }

  /** What the parser makes of broken code need not have the parts that its declarations promise. */
  #parse(file: string, text: string): ParsedFile {
    const parsed = unlessTooDeep(file, this.#report, () => parseFile(file, text));
    const errors = parsed === undefined ? [] : findSyntaxErrors(parsed);
    for (const error of errors) this.#report(error);
    return parsed === undefined || errors.length > 0 ? parseFile(file, "") : parsed;
  }
}

/** What a text imports by a path, without parsing it: that of a comment leads to a file as well, or nowhere. */
function relativeImports(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*(?:\(\s*)?["'](\.[^"'\n]*)["']/g)].map(([, module = ""]) => module);
}

function targetOf(from: Pick<ParsedFile, "path">, module: string): string {
  return path.posix.normalize(path.posix.join(path.posix.dirname(from.path), module));
}

/** The files that a path without or with an extension of JavaScript may stand for. */
function sourcesOf(target: string): string[] {
  const stem = target.replace(/\.m?[jt]s$/, "");
  const extension = target.endsWith(".mjs") || target.endsWith(".mts") ? ".mts" : ".ts";
  const sources = [`${stem}${extension}`, `${target}.ts`, `${target}/index.ts`];
  return [...sources, ...sources.map((source) => source.replace(/\.(m?)ts$/, ".d.$1ts"))];
}

function isOfInterest(file: string, text: string): boolean {
  return (
    file.startsWith("api/") ||
    /CustomResource|rbac|@macro|client-node|["']tsop["']/i.test(text) ||
    mayAct(text) ||
    mayServe(text)
  );
}

/** What `read` returns. It calls itself for each level of the code, and thousands of them end the stack: then undefined. */
export function unlessTooDeep<T>(file: string, report: Report, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const hint = "Give the inner types names of their own.";
    report(errorAt("source/syntax", { file }, "the code is nested too deeply to be read", hint));
    return undefined;
  }
}
