import { parseArgs } from "node:util";
import { nearest } from "../../src/core/suggest.js";
import { decidingRuns } from "./measure.js";

/** A benchmark that the command line can name. */
export interface CatalogEntry {
  readonly name: string;
  /** Whether `all` omits the benchmark. */
  readonly onlyByName: boolean;
}

export interface RunOptions {
  readonly kind: "run";
  /** The names of rows, in the order of the catalog. */
  readonly names: readonly string[];
  /** Whether these are all benchmarks that `all` includes. */
  readonly isAll: boolean;
  /** The number of counted turns per side. Default: the number of each benchmark. */
  readonly runs: number | undefined;
  readonly output: "table" | "json";
  /** Whether to write the results to the repository. */
  readonly record: boolean;
  /** The Node programs. Default: the Node that operators are deployed with, and the oldest. */
  readonly nodes: readonly string[];
}

export type Request = RunOptions | { readonly kind: "list" } | { readonly kind: "wrong"; readonly message: string };

const options = {
  node: { type: "string", multiple: true },
  output: { type: "string" },
  record: { type: "boolean" },
  runs: { type: "string" },
} as const;

const everything = "all";

/** Parses the arguments after `npm run bench --`. A name can be the prefix of several names, up to a `-`, or `all`. */
export function parseOptions(args: readonly string[], catalog: readonly CatalogEntry[]): Request {
  const { values, positionals, tokens } = parseArgs({
    ...{ args: [...args], options, allowPositionals: true, strict: false, tokens: true },
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const problem = problemOf(token);
    if (problem !== undefined) return wrong(problem);
  }
  const chosen = positionals.map((given) => ({ given, names: namesOf(given, catalog) }));
  const unknown = chosen.find(({ names }) => names.length === 0);
  if (unknown !== undefined)
    return wrong(`no such benchmark: ${unknown.given}${meant(unknown.given, namesIn(catalog))}`);
  // The loop above has checked that each option has a value of its type.
  const {
    runs,
    output = "table",
    record = false,
    node = [],
  } = values as {
    readonly [name in "runs" | "output"]?: string;
  } & { readonly record?: boolean; readonly node?: readonly string[] };
  if (output !== "table" && output !== "json") {
    return wrong(`--output ${output}: table or json${meant(output, ["table", "json"])}`);
  }
  const count = runs === undefined ? undefined : Number(runs);
  if (count !== undefined && !(Number.isInteger(count) && count > 0 && count <= 1000)) {
    return wrong(`--runs ${runs}: a whole number from 1 to 1000`);
  }
  if (record && count !== undefined && count < decidingRuns) {
    return wrong(`--record wants at least ${decidingRuns} runs of each side, and --runs says ${count}`);
  }
  if (positionals.length === 0) {
    return args.length === 0 ? { kind: "list" } : wrong("name the benchmarks to run, or all of them: all");
  }
  const wanted = new Set(chosen.flatMap(({ names }) => names));
  const names = catalog.map(({ name }) => name).filter((name) => wanted.has(name));
  return {
    ...{ kind: "run", names, isAll: namesOf(everything, catalog).every((name) => wanted.has(name)) },
    ...{ runs: count, output, record, nodes: node },
  };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
}

function problemOf({ name, rawName, value }: OptionToken): string | undefined {
  if (!Object.hasOwn(options, name)) {
    const near = nearest(name, Object.keys(options));
    return `no such option: ${rawName}${near === undefined ? "" : `; did you mean --${near}?`}`;
  }
  if (name === "record") return value === undefined ? undefined : "--record takes no value";
  return value === undefined || value === "" ? `--${name} wants a value` : undefined;
}

function namesOf(given: string, catalog: readonly CatalogEntry[]): string[] {
  if (given === everything) return catalog.filter(({ onlyByName }) => !onlyByName).map(({ name }) => name);
  const names = catalog.map(({ name }) => name);
  return names.includes(given) ? [given] : names.filter((name) => name.startsWith(`${given}-`));
}

/** Returns all names and their common prefixes. */
function namesIn(catalog: readonly CatalogEntry[]): string[] {
  return [everything, ...new Set(catalog.flatMap(({ name }) => [name, name.split("-")[0] ?? name]))];
}

function meant(given: string, known: readonly string[]): string {
  const near = nearest(given, known);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

function wrong(message: string): Request {
  return { kind: "wrong", message };
}
