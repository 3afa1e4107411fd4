/** Reads the documents of a file of a catalog. Source: operator-registry, alpha/declcfg (load.go; UnmarshalJSON in declcfg.go). */
import { readYaml } from "../../../apiserver/yaml/read-yaml.js";
import { YamlFault } from "../../../apiserver/yaml/yaml-fault.js";
import type { Diagnostic } from "../../../core/diagnostic.js";
import { errorAt } from "../../../core/diagnostic.js";
import { groupBy } from "../../../core/group-by.js";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import type { SourceLocation } from "../../../core/source-location.js";
import { countLines } from "../../../core/yaml.js";
import { readLocatedDocument, type ValuePath } from "../../../apiserver/yaml/located-document.js";
import type { Blob } from "./blob.js";
import { type DocumentRange, splitDocuments } from "./split-documents.js";

export interface CatalogFile {
  /** The path, as users see it. */
  readonly file: string;
  readonly text: string;
}

export interface BlobReading {
  readonly blobs: readonly Blob[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Returns the documents of a file that have a schema, and a finding for each other document. */
export function readBlobs({ file, text }: CatalogFile): BlobReading {
  const { documents, fault } = splitDocuments(text);
  const lines = countLines(text);
  const lineAt = (offset: number): number => lines.linePos(offset).line;
  const blobs: Blob[] = [];
  const diagnostics: Diagnostic[] = [];
  const report = (at: SourceLocation, message: string, hint: string): void => {
    diagnostics.push(errorAt("catalog/unreadable", at, message, hint));
  };
  for (const range of documents) {
    const slice = text.slice(range.start, range.end);
    const firstLine = lineAt(range.start);
    const shifted = (at: SourceLocation): SourceLocation => shift(at, firstLine - 1);
    const read = readValue(slice, range, shifted, file);
    if ("fault" in read) {
      report(read.at, `the document is not valid: ${read.fault}`, "Correct the document.");
      continue;
    }
    const at = locator(slice, file, shifted);
    const names = keyNames(read.value);
    for (const problem of names.problems) report(at(problem.path), problem.message, problem.hint);
    if (names.problems.length > 0) continue;
    blobs.push({ ...range, ...{ file, at, value: read.value }, ...names.known });
  }
  if (fault !== undefined) {
    const at = { file, line: lineAt(fault.offset) };
    report(at, fault.message, "Separate YAML documents by lines `---`, and JSON objects by white space.");
  }
  return { blobs, diagnostics };
}

function readValue(
  slice: string,
  { format }: DocumentRange,
  shifted: (at: SourceLocation) => SourceLocation,
  file: string,
): { readonly value: JsonObject } | { readonly fault: string; readonly at: SourceLocation } {
  try {
    const value: Json = format === "json" ? parseJson(slice) : readYaml(Buffer.from(slice)).value;
    if (isJsonObject(value)) return { value };
    const fault = value === null ? "it is empty" : "it is not an object";
    return { fault, at: shifted({ file, line: 1 }) };
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    const [, line = "1", message = error.message] = /^yaml: (?:line (\d+): )?(.*)$/s.exec(error.message) ?? [];
    return { fault: message, at: shifted({ file, line: Number(line) }) };
  }
}

/** JSON.parse returns only JSON. */
function parseJson(slice: string): Json {
  return JSON.parse(slice) as Json;
}

/** Returns a function that finds locations; it parses the document when it is first called. */
function locator(
  slice: string,
  file: string,
  shifted: (at: SourceLocation) => SourceLocation,
): (path: ValuePath) => SourceLocation {
  let find: ((path: ValuePath) => SourceLocation) | undefined;
  return (path) => {
    if (find === undefined) {
      const reading = readLocatedDocument(file, slice);
      find = reading.kind === "document" ? reading.document.at : () => ({ file, line: 1 });
    }
    return shifted(find(path));
  };
}

function shift(at: SourceLocation, by: number): SourceLocation {
  return { ...at, line: (at.line ?? 1) + by };
}

interface KeyProblem {
  readonly path: ValuePath;
  readonly message: string;
  readonly hint: string;
}

/** Reads the schema, the package and the name: their keys may differ in case, but each key may occur only once. */
function keyNames(value: JsonObject): {
  readonly known: Readonly<Record<"schema" | "package" | "name", string>>;
  readonly problems: readonly KeyProblem[];
} {
  const problems: KeyProblem[] = [];
  const groups = groupBy(Object.keys(value), (key) => key.toLowerCase());
  for (const [first = "", second] of groups.values()) {
    if (second === undefined) continue;
    const message = `the keys ${JSON.stringify(first)} and ${JSON.stringify(second)} differ only in case`;
    problems.push({ path: [second], message, hint: "Keep one of them." });
  }
  const read = (name: string): string => {
    const [key] = groups.get(name) ?? [];
    const found = key === undefined ? "" : value[key];
    if (typeof found === "string") return found;
    problems.push({ path: [key ?? name], message: `${name} is not a text`, hint: "Put the value in quotes." });
    return "";
  };
  const known = { schema: read("schema"), package: read("package"), name: read("name") };
  if (problems.length === 0 && known.schema === "") {
    const hint = "Each document of a catalog has a schema, such as olm.package, olm.channel or olm.bundle.";
    problems.push({ path: [], message: "the document has no schema", hint });
  }
  return { known, problems };
}
