import path from "node:path";
import { errorAt, type Report } from "../core/diagnostic.js";
import { field, readJson } from "../core/json-fields.js";
import { mayAct } from "./permissions/actions.js";
import { mayServe } from "./webhooks/calls.js";
import { parseFile, type ParsedFile, findSyntaxErrors } from "./parsed-file.js";
import type { SourceHost } from "./source-host.js";
import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";

/** The files of a run. Each is parsed at most once. */
export class SourceFiles {
  readonly #host: SourceHost;
  readonly #report: Report;
  readonly #files = new Map<string, ParsedFile | undefined>();

  readonly #resolve: ResolvePackage;

  readonly parse: typeof parseFile;

  constructor(host: SourceHost, root: string, report: Report, parse = parseFile) {
    this.#host = host;
    this.#resolve = packageResolver(host, root);
    this.#report = report;
    this.parse = parse;
  }

  /** Parses the project's files, except those that cannot contain anything of interest. */
  openAll(): ParsedFile[] {
    const files = this.#host.files();
    const opened = files.map((file) => this.#open(file, isOfInterest)).filter((file) => file !== undefined);
    this.#openImported(files);
    return opened;
  }

  opened(): ParsedFile[] {
    return [...this.#files.values()].filter((file) => file !== undefined);
  }

  /** Returns the file that an import refers to: `./x.js` means `./x.ts`, and packages have declarations. */
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

  /** Returns whether the package of a module depends on tsop: only such a package can export kinds. */
  canExportKinds(module: string): boolean {
    const file = module.startsWith("node:") ? undefined : this.#resolve("main.ts", module);
    return file !== undefined && dependsOnTsop(this.#host, path.posix.dirname(file));
  }

  /** Returns whether the target of a relative import exists: TypeScript, JavaScript or data. Parses nothing. */
  isThere(from: ParsedFile, module: string): boolean {
    const target = targetOf(from, module);
    return [target, ...sourcesOf(target)].some((file) => this.#host.read(file) !== undefined);
  }

  /**
   * Opens the imports of the project's files from other folders, and their imports: all of its files define what an operator
   * does. Kinds in them do not belong to the project.
   */
  #openImported(files: readonly string[]): void {
    const reached = new Set(files);
    for (const file of reached) {
      const text = this.#host.read(file);
      if (text === undefined) continue;
      for (const target of relativeImports(text).map((module) => targetOf({ path: file }, module))) {
        const source = sourcesOf(target).find((each) => reached.has(each) || this.#isOwnSource(each));
        if (source === undefined || reached.has(source)) continue;
        reached.add(source); // the loop visits it later
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

  /** Parses a file. For broken code, the parser's result can lack parts that its declarations promise. */
  #parse(file: string, text: string): ParsedFile {
    const parsed = unlessTooDeep(file, this.#report, () => this.parse(file, text));
    const errors = parsed === undefined ? [] : findSyntaxErrors(parsed);
    for (const error of errors) this.#report(error);
    return parsed === undefined || errors.length > 0 ? this.parse(file, "") : parsed;
  }
}

/** @param folder - a folder of the package; the closest package.json with a name is that of the package */
function dependsOnTsop(host: SourceHost, folder: string): boolean {
  const manifest = readJson(host.read(path.posix.join(folder, "package.json")) ?? "");
  if (field(manifest, "name") !== undefined) {
    return ["dependencies", "peerDependencies"].some(
      (section) => field(field(manifest, section), "tsop") !== undefined,
    );
  }
  const parent = path.posix.dirname(folder);
  return parent !== folder && path.posix.basename(folder) !== "node_modules" && dependsOnTsop(host, parent);
}

/** Returns the imports by path in a text, without parsing it; an import in a comment also leads to a file, or nowhere. */
function relativeImports(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*(?:\(\s*)?["'](\.[^"'\n]*)["']/g)].map(([, module = ""]) => module);
}

function targetOf(from: Pick<ParsedFile, "path">, module: string): string {
  return path.posix.normalize(path.posix.join(path.posix.dirname(from.path), module));
}

/** Returns the files that a path with or without a JavaScript extension can stand for. */
function sourcesOf(target: string): string[] {
  const stem = target.replace(/\.m?[jt]s$/, "");
  const extension = target.endsWith(".mjs") || target.endsWith(".mts") ? ".mts" : ".ts";
  const sources = [`${stem}${extension}`, `${target}.ts`, `${target}/index.ts`];
  return [...sources, ...sources.map((source) => source.replace(/\.(m?)ts$/, ".d.$1ts"))];
}

function isOfInterest(file: string, text: string): boolean {
  return (
    file.startsWith("api/") ||
    /CustomResource|rbac|@macro|client-node|["']tsop(?:\/migrate)?["']/i.test(text) ||
    mayAct(text) ||
    mayServe(text)
  );
}

/**
 * Returns the result of `read`, which recurses for each level of the code; undefined if thousands of levels exhaust the
 * stack.
 */
export function unlessTooDeep<T>(file: string, report: Report, read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const hint = "Declare the inner types separately.";
    report(errorAt("source/syntax", { file }, "the code is nested too deeply", hint));
    return undefined;
  }
}

/** Returns the file that declares the exports of a module, relative to the project, or undefined if there is none. */
type ResolvePackage = (fromFile: string, module: string) => string | undefined;

/**
 * Resolves modules without a path: packages, `#imports`, and the `paths` of the project's tsconfig.json. TypeScript's own
 * rules apply.
 */
function packageResolver(host: SourceHost, root: string): ResolvePackage {
  const base = root.replaceAll(path.sep, "/").replace(/\/$/, "");
  const relative = (file: string): string => path.posix.relative(base, file);
  const resolution: ts.ModuleResolutionHost = {
    fileExists: (file) => host.read(relative(file)) !== undefined,
    readFile: (file) => host.read(relative(file)),
    getCurrentDirectory: () => base,
    realpath: (file) => path.posix.join(base, host.realpath?.(relative(file)) ?? relative(file)),
  };
  let options: ts.CompilerOptions | undefined;
  // Files of the same folder import the same packages.
  let cache: ts.ModuleResolutionCache | undefined;
  return (fromFile, module) => {
    options ??= { ...resolutionOptions, ...pathsOf(host, base) };
    cache ??= compiler.createModuleResolutionCache(base, (name) => name, options);
    const containing = path.posix.join(base, fromFile);
    const { resolvedModule } = compiler.resolveModuleName(module, containing, options, resolution, cache);
    return resolvedModule === undefined ? undefined : relative(resolvedModule.resolvedFileName);
  };
}

const resolutionOptions: ts.CompilerOptions = {
  moduleResolution: compiler.ModuleResolutionKind.Bundler,
  module: compiler.ModuleKind.ESNext,
};

interface TsConfig {
  readonly compilerOptions: { readonly paths?: Record<string, string[]>; readonly baseUrl?: string };
}

function pathsOf(host: SourceHost, base: string): ts.CompilerOptions {
  const text = host.read("tsconfig.json");
  if (text === undefined) return {};
  // Only the file itself counts, not the files it extends.
  const { config } = compiler.parseConfigFileTextToJson("tsconfig.json", text) as { config?: Partial<TsConfig> };
  const { paths, baseUrl = "." } = config?.compilerOptions ?? {};
  if (paths === undefined) return {};
  const absolute = ([name, targets]: [string, string[]]): [string, string[]] => [
    name,
    targets.map((target) => path.posix.join(base, baseUrl, target)),
  ];
  return { paths: Object.fromEntries(Object.entries(paths).map(absolute)) };
}
