/** Changes the text of a file of a catalog. All other documents, comments and the format stay as they are. */
import { isMap, isScalar, isSeq } from "yaml";
import { copyJson, isJsonObject, isList, type Json, type JsonObject } from "../../../core/json.js";
import { printYaml } from "../../../core/yaml.js";
import { readYamlDocuments } from "../../../core/yaml-documents.js";
import { printScalar } from "../../../core/yaml-scalar.js";
import { addItem } from "../../../core/yaml-splice.js";
import type { Blob } from "../read/blob.js";

/** Appends a document in the format of the file: JSON if its last document is JSON, otherwise YAML. */
export function withDocument(text: string, format: Blob["format"], document: JsonObject): string {
  if (format === "json") return `${text.trimEnd()}\n${JSON.stringify(document, null, indentOf(text))}\n`;
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return `${before}---\n${printYaml(document)}`;
}

/** Appends an item to the list under a key of a document. */
export function withListItem(text: string, blob: Blob, key: string, item: JsonObject): string {
  return changed(text, blob, (slice) => {
    if (blob.format === "json") {
      return changedJson(slice, (value) => {
        const list = value[key];
        value[key] = [...(isList(list) ? list : []), item];
      });
    }
    const [document] = readYamlDocuments(slice);
    const printed = printYaml(item).trimEnd();
    const spliced = isMap(document?.contents)
      ? addItem(slice, document.contents, key, { id: JSON.stringify(item), text: printed })
      : undefined;
    if (spliced !== undefined || document === undefined) return spliced ?? slice;
    const list = document.get(key, true);
    if (isSeq(list)) list.add(document.createNode(item));
    else document.set(key, document.createNode([item]));
    return document.toString({ lineWidth: 0, indentSeq: false });
  });
}

/** Sets a text in a document. */
export function withText(text: string, blob: Blob, path: readonly (string | number)[], value: string): string {
  return changed(text, blob, (slice) => {
    if (blob.format === "json") return changedJson(slice, (object) => setIn(object, path, value));
    const [document] = readYamlDocuments(slice);
    const node = document?.getIn(path, true);
    const [from, to] = isScalar(node) && /^(?:PLAIN|QUOTE)/.test(node.type ?? "") ? (node.range ?? []) : [];
    if (from !== undefined && to !== undefined) {
      return slice.slice(0, from) + printScalar(value, 0, "", { key: true }).join("") + slice.slice(to);
    }
    document?.setIn(path, value);
    return document?.toString({ lineWidth: 0, indentSeq: false }) ?? slice;
  });
}

function changed(text: string, { start, end }: Blob, change: (slice: string) => string): string {
  return text.slice(0, start) + change(text.slice(start, end)) + text.slice(end);
}

function changedJson(slice: string, change: (value: JsonObject) => void): string {
  const value: unknown = JSON.parse(slice);
  if (!isJsonObject(value)) return slice;
  // The text is JSON.
  const copy = copyJson(value) as JsonObject;
  change(copy);
  return JSON.stringify(copy, null, indentOf(slice));
}

function setIn(value: Json | undefined, path: readonly (string | number)[], text: string): void {
  const [step, ...rest] = path;
  if (isList(value) && typeof step === "number") {
    if (rest.length === 0) value[step] = text;
    else setIn(value[step], rest, text);
  } else if (isJsonObject(value) && typeof step === "string") {
    if (rest.length === 0) value[step] = text;
    else setIn(value[step], rest, text);
  }
}

/** Returns the indentation of a JSON text; empty if each document is on one line. */
function indentOf(text: string): string {
  return /\n([ \t]+)"/.exec(text)?.[1] ?? "";
}
