import { type Document, isMap, isScalar, isSeq, parseDocument, type YAMLMap } from "yaml";
import { TsopError } from "./errors.js";
import { parseYamlDocuments } from "./yaml.js";
import { addItem, idOf, type ListItem, type Order, takeItem, textItem } from "./yaml-splice.js";

/**
 * Adds an item to the list under a key of a YAML map, unless the list contains it: at its end, or where `order` specifies.
 * Everything else in the file remains unchanged, byte for byte if the list has one item per line; comments always remain.
 *
 * @throws TsopError `yaml/invalid` when the file is broken or has something else under the key
 */
export function withListItem(
  text: string,
  file: string,
  key: string,
  wanted: string | ListItem,
  order: Order = {},
): string {
  const item = typeof wanted === "string" ? textItem(wanted) : wanted;
  const found = mapOf(text, file);
  if (found === undefined) {
    return `${text}${key}:\n- ${item.text.replaceAll("\n", "\n  ")}\n`;
  }
  const { document, map } = found;
  const list = listOf(map, file, key);
  const added = addItem(text, map, key, item, order);
  if (added !== undefined) return added;
  // The list has another form, such as [a, b].
  const node = parseDocument(item.text).contents;
  if (isSeq(list)) {
    list.flow = false;
    list.add(node);
  } else {
    const created = document.createNode([node]);
    const empty = document.get(key, true);
    if (isScalar(empty)) created.commentBefore = empty.comment ?? null;
    document.set(key, created);
  }
  return print(document);
}

/**
 * Removes an item from the list under a key of a YAML map, and the key with the last item. Everything else remains, as with
 * {@link withListItem}.
 *
 * @throws TsopError `yaml/invalid` when the file is broken or has something else under the key
 */
export function withoutListItem(text: string, file: string, key: string, id: string): string {
  const found = mapOf(text, file);
  if (found === undefined) return text;
  const { document, map } = found;
  const list = listOf(map, file, key);
  const taken = takeItem(text, map, key, id);
  if (taken !== undefined || !isSeq(list)) return taken ?? text;
  list.items = list.items.filter((node) => idOf(node) !== id);
  if (list.items.length === 0) document.delete(key);
  return print(document);
}

/**
 * Renames a text in the list under a key of a YAML map, which keeps its position and its quotes. Everything else remains,
 * byte for byte.
 *
 * @throws TsopError `yaml/invalid` when the file is broken or has something else under the key
 */
export function withItemRenamed(
  text: string,
  file: string,
  key: string,
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const map = mapOf(text, file)?.map;
  const list = map === undefined ? undefined : listOf(map, file, key);
  const item = isSeq(list) ? list.items.find((node) => isScalar(node) && idOf(node) === from) : undefined;
  if (!isScalar(item) || item.range == null) return text;
  const [start, end] = item.range;
  return text.slice(0, start) + text.slice(start, end).replace(from, () => to) + text.slice(end);
}

/** Returns the items of a list by their ids: the text itself, or the `path` or `name` of a map. */
export function listItems(text: string, file: string, key: string): Map<string, unknown> {
  const map = mapOf(text, file)?.map;
  const list = map === undefined ? undefined : listOf(map, file, key);
  if (!isSeq(list)) return new Map();
  return new Map(list.items.flatMap((node) => [[idOf(node) ?? "", node] as const]));
}

function mapOf(text: string, file: string): { document: Document.Parsed; map: YAMLMap } | undefined {
  const [document, ...others] = parseYamlDocuments(text, file);
  if (document === undefined) return undefined;
  const { contents } = document;
  if (others.length > 0 || !isMap(contents)) throw notAMap(file);
  return { document, map: contents };
}

function listOf(map: YAMLMap, file: string, key: string): unknown {
  const list = map.get(key);
  if (list !== undefined && list !== null && !isSeq(list)) throw notAList(file, key);
  return list;
}

function print(document: Document): string {
  return document.toString({ indentSeq: false, lineWidth: 0 });
}

function notAMap(file: string): TsopError {
  return new TsopError("yaml/invalid", "expected one map of keys and values", {
    at: { file },
    hint: "Restore the file from version control, or delete it and repeat the command with --force.",
  });
}

function notAList(file: string, key: string): TsopError {
  return new TsopError("yaml/invalid", `${key} must be a list`, { at: { file }, hint: `Write it as\n${key}:\n- …` });
}
