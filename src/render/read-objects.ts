/** Reads the objects of a file. Sources: api/resource/factory.go, kyaml/kio/byteio_reader.go. */
import { TsopError } from "../core/errors.js";
import { fieldOf, isEmpty, isMissing, type Node } from "./node.js";
import { parseNodes } from "./parse-nodes.js";
import { noHistory, type Resource } from "./resource.js";
import { fromValue, toValue } from "./value.js";

export function readObjects(text: string, file: string): Resource[] {
  return toObjects(parseNodes(text, file), file);
}

/** @param documents - become the objects */
export function toObjects(documents: readonly Node[], file: string): Resource[] {
  const [first] = documents;
  const items =
    documents.length === 1 && fieldOf(first, "kind")?.value === "List" ? fieldOf(first, "items") : undefined;
  const queue = checked(items === undefined ? documents : items.items, file);
  const objects: Node[] = [];
  // The items of a list come after all other objects.
  for (let node = queue.shift(); node !== undefined; node = queue.shift()) {
    const inner = isList(node) ? node.fields.get("items") : undefined;
    if (inner === undefined) objects.push(node);
    else if (inner.kind === "list") queue.push(...checked(inner.items.map(copyThroughJson), file));
    else if (!isMissing(inner)) throw notAnObject(file, "the `items` of a List are not a list");
  }
  return objects.map((node) => ({ node, history: noHistory }));
}

function isList(node: Node): boolean {
  return fieldOf(node, "kind")?.value.endsWith("List") ?? false;
}

function copyThroughJson(node: Node): Node {
  return fromValue(toValue(node));
}

function checked(nodes: readonly Node[], file: string): Node[] {
  const objects = nodes.filter((node) => !isEmpty(node));
  for (const node of objects) {
    if (node.kind !== "map") throw notAnObject(file, "a document is not a map");
    const [kind, metadata] = [fieldOf(node, "kind"), fieldOf(node, "metadata")];
    if (kind === undefined || isEmpty(kind) || kind.value === "") throw notAnObject(file, "an object has no kind");
    const name = fieldOf(metadata, "name");
    if (!isList(node) && (name === undefined || isEmpty(name) || name.value === "")) {
      throw notAnObject(file, `an object of kind ${kind.value} has no metadata.name`);
    }
  }
  return objects;
}

function notAnObject(file: string, message: string): TsopError {
  return new TsopError("render/not-an-object", message, {
    at: { file },
    hint: "Give each document apiVersion, kind and metadata.nameor remove the file from the kustomization.",
  });
}
