/**
 * Splits a file of a catalog into documents, like Go's decoder of YAML and JSON streams.
 * Source: k8s.io/apimachinery/pkg/util/yaml/decoder.go (YAMLOrJSONDecoder, YAMLReader).
 */

/** A document of a file: `end` is the offset after its last character. */
export interface DocumentRange {
  readonly format: "json" | "yaml";
  readonly start: number;
  readonly end: number;
}

export interface SplitFile {
  readonly documents: readonly DocumentRange[];
  /** The reason why the rest of the file has no documents. */
  readonly fault?: { readonly offset: number; readonly message: string };
}

/** A file that begins with a brace is a stream of JSON values, until the first or second value shows that it is YAML. */
export function splitDocuments(text: string): SplitFile {
  if (!/^\s*\{/.test(text)) return splitYaml(text, 0, []);
  const documents: DocumentRange[] = [];
  for (let start = skipSpace(text, 0); start < text.length;) {
    const end = endOfJson(text, start);
    if (end === undefined) {
      if (documents.length > 1) {
        return { documents, fault: { offset: start, message: "the text is not a JSON object" } };
      }
      return splitYaml(text, documents[0] === undefined ? 0 : afterLine(text, documents[0].end), documents);
    }
    documents.push({ format: "json", start, end });
    start = skipSpace(text, end);
  }
  return { documents };
}

/** Returns the offset after a JSON object, or undefined if the text there is not one. */
function endOfJson(text: string, start: number): number | undefined {
  if (text[start] !== "{") return undefined;
  const end = closingBrace(text, start);
  if (end === undefined) return undefined;
  try {
    JSON.parse(text.slice(start, end));
    return end;
  } catch {
    return undefined;
  }
}

function closingBrace(text: string, start: number): number | undefined {
  const structure = /["{}[\]]/g;
  structure.lastIndex = start;
  let depth = 0;
  for (let found = structure.exec(text); found !== null; found = structure.exec(text)) {
    const [sign] = found;
    if (sign === '"') {
      const end = closingQuote(text, structure.lastIndex);
      if (end === undefined) return undefined;
      structure.lastIndex = end;
      continue;
    }
    depth += sign === "{" || sign === "[" ? 1 : -1;
    if (depth === 0) return structure.lastIndex;
  }
  return undefined;
}

function closingQuote(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return undefined;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && /[ \t\r\n]/.test(text[at] ?? "")) at += 1;
  return at;
}

/** Skips white space after a JSON value, up to and including the first line break. */
function afterLine(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/.test(text[at] ?? "")) {
    at += 1;
    if (text[at - 1] === "\n") break;
  }
  return at;
}

function splitYaml(text: string, from: number, before: readonly DocumentRange[]): SplitFile {
  const documents = [...before];
  let start = from;
  const close = (end: number): void => {
    if (end > start) documents.push({ format: "yaml", start, end });
  };
  for (let line = from; line < text.length;) {
    const newline = text.indexOf("\n", line);
    const next = newline === -1 ? text.length : newline + 1;
    if (text.startsWith("---", line)) {
      const rest = text.slice(line + 3, next).trim();
      if (rest !== "" && !rest.startsWith("#")) {
        const message = "a line that begins with --- may contain only a comment";
        return { documents, fault: { offset: line, message } };
      }
      // A separator at the beginning of a document is part of it.
      if (line > start) {
        close(line);
        start = next;
      }
    }
    line = next;
  }
  close(text.length);
  return { documents };
}
