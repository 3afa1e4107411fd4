/** YAML as Kubernetes tools exchange it. Reading is the yaml package's; what only prints does not load it. */
import { type Document, isScalar, LineCounter, parseAllDocuments, visit } from "yaml";
import { TsopError } from "./errors.js";

export { compareKeys, type ExactJsonValue, type JsonValue, printYaml, printYamlDocuments } from "./print-yaml.js";

/**
 * The documents of a text, empty ones left out, as trees that keep comments and can be edited.
 * @throws TsopError `yaml/invalid` with the place of the first fault
 */
export function parseYamlDocuments(text: string, file: string): Document.Parsed[] {
  const lineCounter = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter, prettyErrors: false });
  const documents = "empty" in parsed ? [] : [...parsed];
  for (const document of documents) {
    const fault = findFault(document);
    if (fault === undefined) continue;
    const { line, col } = lineCounter.linePos(fault.offset);
    throw new TsopError("yaml/invalid", `not valid YAML: ${fault.message}`, {
      at: { file, line, column: col },
      hint: "Correct the file at this place; nothing was changed.",
    });
  }
  return documents.filter(({ contents }) => contents !== null && !(isScalar(contents) && contents.source === ""));
}

function findFault(document: Document.Parsed): { offset: number; message: string } | undefined {
  const [error] = document.errors;
  if (error !== undefined) return { offset: error.pos[0], message: error.message };
  let fault: { offset: number; message: string } | undefined;
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return undefined;
      fault = { offset: alias.range?.[0] ?? 0, message: `nothing is marked with the anchor &${alias.source}` };
      return visit.BREAK;
    },
  });
  return fault;
}

/**
 * The plain value of a text that holds at most one document; undefined when it holds none.
 * @throws TsopError `yaml/invalid`
 */
export function parseYaml(text: string, file: string): unknown {
  const documents = parseYamlDocuments(text, file);
  const [first, second] = documents;
  if (second !== undefined) {
    throw new TsopError("yaml/invalid", `expected one document, found ${documents.length}`, {
      at: { file },
      hint: "Keep one document in the file: remove the rest, from the second `---` line on.",
    });
  }
  return first === undefined ? undefined : toValue(first, file);
}

/**
 * The plain values of all documents of a text.
 * @throws TsopError `yaml/invalid`
 */
export function parseAllYaml(text: string, file: string): unknown[] {
  return parseYamlDocuments(text, file).map((document) => toValue(document, file));
}

function toValue(document: Document.Parsed, file: string): unknown {
  try {
    const value: unknown = document.toJS();
    return value;
  } catch (cause) {
    // The package refuses aliases that multiply beyond measure.
    throw new TsopError("yaml/invalid", `not valid YAML: ${cause instanceof Error ? cause.message : String(cause)}`, {
      at: { file },
      hint: "Spell the value out instead of referring to it with an alias.",
      cause,
    });
  }
}
