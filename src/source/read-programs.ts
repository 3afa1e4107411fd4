/** Reads both programs of a project: the operator, and the extension API server. */
import type { Diagnostic } from "../core/diagnostic.js";
import { distinctDiagnostics } from "../core/diagnostic.js";
import { readSources, type ReadSourcesOptions, type SourcesResult } from "./load.js";
import { type ParsedFile, parseFile } from "./parsed-file.js";
import { diskHost, serverHost } from "./source-host.js";

export interface Programs {
  readonly operator: SourcesResult;
  /** Undefined if it was not asked for. */
  readonly server: SourcesResult | undefined;
  /** The diagnostics of both. Unordered. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadProgramsOptions extends ReadSourcesOptions {
  /** The folder of the modules that tsop generates for the server; undefined reads the operator only. */
  readonly definitions: string | undefined;
}

/** Parses a file that both programs contain only once. */
export function readPrograms({ definitions, parse = parseFile, ...options }: ReadProgramsOptions): Programs {
  const { root, host = diskHost(root) } = options;
  const shared = { ...options, parse: parseOnce(parse) };
  const operator = readSources({ ...shared, host });
  const server =
    definitions === undefined ? undefined : readSources({ ...shared, host: serverHost(host, definitions) });
  const diagnostics = distinctDiagnostics([...operator.diagnostics, ...(server?.diagnostics ?? [])]);
  return { operator, server, diagnostics };
}

/** Returns a parser that returns the same file again, as long as the file has the same text. */
export function parseOnce(parse: typeof parseFile): typeof parseFile {
  const known = new Map<string, ParsedFile>();
  return (file, text) => {
    const found = known.get(file);
    if (found?.ast.text === text) return found;
    const parsed = parse(file, text);
    known.set(file, parsed);
    return parsed;
  };
}
