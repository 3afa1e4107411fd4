/** Reads YAML into nodes like Go's libraries. Source: kyaml/kio/byteio_reader.go. */
import { TsopError } from "../core/errors.js";
import type { YamlVersion } from "../core/resolve-plain.js";
import type { Node } from "./node.js";
import { readDocument } from "./read-document.js";

/** Returns the documents of a text, without empty documents. */
export function parseNodes(text: string, file: string, version: YamlVersion = "1.2"): Node[] {
  return splitDocuments(text.replaceAll("\r\n", "\n"), file)
    .map(({ text: piece, line }) => readDocument(piece, { file, version, firstLine: line }))
    .filter((node) => node !== undefined);
}

/** Splits a text at lines that begin with `---`, in any context. */
function splitDocuments(text: string, file: string): { text: string; line: number }[] {
  const pieces: { text: string; line: number }[] = [];
  const separator = /\n---(.*)\n/g;
  let from = 0;
  let line = 1;
  for (let match = separator.exec(text); match !== null; match = separator.exec(text)) {
    const rest = (match[1] ?? "").trim();
    const piece = text.slice(from, match.index + 1);
    const next = line + countLines(piece) + 1;
    if (rest !== "" && !rest.startsWith("#")) {
      throw new TsopError("yaml/invalid", `not valid YAML: ${JSON.stringify(rest)} follows ---`, {
        at: { file, line: next - 1, column: 4 },
        hint: "Start the document on a new line.",
      });
    }
    pieces.push({ text: piece, line });
    from = match.index + match[0].length;
    line = next;
  }
  return [...pieces, { text: text.slice(from), line }];
}

function countLines(text: string): number {
  return text.split("\n").length - 1;
}
