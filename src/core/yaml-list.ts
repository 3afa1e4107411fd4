import { isMap, isScalar, isSeq, type YAMLSeq } from "yaml";
import { TsopError } from "./errors.js";
import { parseYamlDocuments } from "./yaml.js";
import { printScalar } from "./yaml-scalar.js";

/**
 * Adds a text to the end of the list under a key of a YAML map, unless it is there. Everything else in the file stays as
 * it is, byte for byte where the list is written one item a line; comments stay in any case.
 *
 * @throws TsopError `yaml/invalid` when the file is broken or has something else under the key
 */
export function withListItem(text: string, file: string, key: string, item: string): string {
  const [document, ...others] = parseYamlDocuments(text, file);
  if (others.length > 0 || (document !== undefined && !isMap(document.contents))) throw notAMap(file);
  if (document === undefined) return `${text}${key}:\n${printItem("- ", item)}`;
  const list = document.get(key);
  if (list !== undefined && list !== null && !isSeq(list)) throw notAList(file, key);
  if (isSeq(list)) {
    if (list.items.some((node) => isScalar(node) && node.value === item)) return text;
    const inserted = insertLine(text, list, item);
    if (inserted !== undefined) return inserted;
    list.flow = false;
    list.add(item);
  } else {
    const created = document.createNode([item]);
    const empty = document.get(key, true);
    if (isScalar(empty)) created.commentBefore = empty.comment ?? null;
    document.set(key, created);
  }
  return document.toString({ indentSeq: false, lineWidth: 0 });
}

/** A line of its own behind the last item's, like the others. Undefined where the list is not written so. */
function insertLine(text: string, list: YAMLSeq, item: string): string | undefined {
  const last = list.items.at(-1);
  if (list.flow === true || !isScalar(last) || last.range == null) return undefined;
  const lineStart = text.lastIndexOf("\n", last.range[0]) + 1;
  const dash = /^[ \t]*-[ \t]+/.exec(text.slice(lineStart, last.range[0]))?.[0];
  if (dash?.length !== last.range[0] - lineStart) return undefined;
  const lineEnd = text.indexOf("\n", last.range[1]);
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  if (lineEnd === -1) return `${text}${lineBreak}${printItem(dash, item)}`;
  return `${text.slice(0, lineEnd + 1)}${printItem(dash, item).replace("\n", lineBreak)}${text.slice(lineEnd + 1)}`;
}

function printItem(start: string, item: string): string {
  return `${printScalar(item, 0, start, { key: true }).join("")}\n`;
}

function notAMap(file: string): TsopError {
  return new TsopError("yaml/invalid", "expected one map of keys and values", {
    at: { file },
    hint: "Take the file from version control, or delete it and repeat the command with --force.",
  });
}

function notAList(file: string, key: string): TsopError {
  return new TsopError("yaml/invalid", `${key} has to be a list`, { at: { file }, hint: `Write it as\n${key}:\n- …` });
}
