/** YAML as Kubernetes tools exchange it. The yaml package reads it; code that only prints does not load the package. */
import { type Document, isAlias, isMap, isPair, isScalar, isSeq, LineCounter, visit } from "yaml";
import { TsopError } from "./errors.js";
import { readExactNumber } from "./exact-json.js";
import { collectionKeyOf, findPart, readYamlDocuments } from "./yaml-documents.js";

export { compareKeys, printTree, printYaml, printYamlDocuments } from "./print-yaml.js";

/**
 * Parses the documents of a text, without empty ones, to trees that keep comments and can be edited.
 * @throws TsopError `yaml/invalid` with the place of the first fault
 */
export function parseYamlDocuments(text: string, file: string): Document.Parsed[] {
  const lineCounter = new LineCounter();
  const documents = readYamlDocuments(text, { lineCounter });
  for (const document of documents) {
    const fault = findFault(document);
    if (fault === undefined) continue;
    const { line, col } = lineCounter.linePos(fault.offset);
    throw new TsopError("yaml/invalid", `not valid YAML: ${fault.message}`, {
      at: { file, line, column: col },
      hint: "Correct the file at this position; tsop changed nothing.",
    });
  }
  return documents.filter(({ contents }) => contents !== null && !(isScalar(contents) && contents.source === ""));
}

function findFault(document: Document.Parsed): { offset: number; message: string } | undefined {
  const [error] = document.errors;
  if (error !== undefined) return { offset: error.pos[0], message: error.message };
  const part = findPart(
    document.contents,
    (each) => collectionKeyOf(each) ?? (isAlias(each) && each.resolve(document) === undefined ? each : undefined),
  );
  if (part === undefined) return undefined;
  const message = isAlias(part) ? `the anchor &${part.source} is not defined` : "a key is a map or a list";
  return { offset: part.range?.[0] ?? 0, message };
}

/**
 * Returns the plain value of a text with at most one document, or undefined if it is empty.
 * @throws TsopError `yaml/invalid`
 */
export function parseYaml(text: string, file: string): unknown {
  const documents = parseYamlDocuments(text, file);
  const [first, second] = documents;
  if (second !== undefined) {
    throw new TsopError("yaml/invalid", `expected one document, found ${documents.length}`, {
      at: { file },
      hint: "Keep one document in the file: remove everything from the second `---` line.",
    });
  }
  return first === undefined ? undefined : toValue(first, file);
}

/**
 * Returns the plain values of all documents of a text.
 * @throws TsopError `yaml/invalid`
 */
export function parseAllYaml(text: string, file: string): unknown[] {
  return parseYamlDocuments(text, file).map((document) => toValue(document, file));
}

/** The plain values of all documents of a text, with the locations of their parts. */
export interface LocatedYaml {
  readonly values: readonly unknown[];
  /** Returns the line on which an object or a list of these values starts, from one; undefined if it comes from an alias. */
  readonly lineOf: (value: object) => number | undefined;
}

/**
 * Returns whole numbers that a double might round as bigints.
 *
 * @throws TsopError `yaml/invalid`
 */
export function parseLocatedYaml(text: string, file: string): LocatedYaml {
  const documents = parseYamlDocuments(text, file);
  for (const document of documents) keepDigits(document);
  const values = documents.map((document) => toValue(document, file));
  let lines: WeakMap<object, number> | undefined;
  const find = (): WeakMap<object, number> => linesOf(text, documents, values);
  return { values, lineOf: (value) => (lines ??= find()).get(value) };
}

/** Finds the starts of the lines of a text. */
export function countLines(text: string): LineCounter {
  const counter = new LineCounter();
  for (let start = 0; start !== 0 || counter.lineStarts.length === 0; start = text.indexOf("\n", start) + 1) {
    counter.addNewLine(start);
  }
  return counter;
}

function keepDigits(document: Document.Parsed): void {
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === "number" && node.source !== undefined)
        node.value = exactNumber(node.value, node.source);
    },
  });
}

function exactNumber(value: number, source: string): number | bigint {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? readExactNumber(source) : value;
}

function linesOf(
  text: string,
  documents: readonly Document.Parsed[],
  values: readonly unknown[],
): WeakMap<object, number> {
  const counter = countLines(text);
  const lines = new WeakMap<object, number>();
  const open: { node: unknown; value: unknown }[] = documents.map(({ contents }, index) => ({
    node: contents,
    value: values[index],
  }));
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const { node, value } = each;
    if (typeof value !== "object" || value === null || !(isMap(node) || isSeq(node))) continue;
    lines.set(value, counter.linePos(node.range?.[0] ?? 0).line);
    const parts: Readonly<Record<string, unknown>> = { ...value };
    for (const [index, item] of node.items.entries()) {
      if (isSeq(node)) open.push({ node: item, value: parts[index] });
      else if (isPair(item) && isScalar(item.key))
        open.push({ node: item.value, value: parts[String(item.key.value)] });
    }
  }
  return lines;
}

function toValue(document: Document.Parsed, file: string): unknown {
  try {
    const value: unknown = document.toJS();
    return value;
  } catch (cause) {
    // The package rejects aliases that multiply excessively.
    throw new TsopError("yaml/invalid", `not valid YAML: ${cause instanceof Error ? cause.message : String(cause)}`, {
      at: { file },
      hint: "Replace the alias with its value.",
      cause,
    });
  }
}
