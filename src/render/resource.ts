/**
 * An object during rendering, with its history.
 * Source: api/resource/resource.go, where the history is kept in annotations.
 */
import { parseApiVersion } from "../core/gvk.js";
import { effectiveNamespace, type Gvk, isSameId, type ResourceId, showId } from "./gvk.js";
import { fieldOf, isEmpty, mapNode, type Node, scalar, setField, textNode } from "./node.js";

export interface Resource {
  node: Node;
  history: History;
}

/** The previous names of an object, and the remaining steps for it. */
export interface History {
  /** The previous identities, oldest first. */
  readonly ids: readonly { readonly kind: string; readonly name: string; readonly namespace: string }[];
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
  readonly needsHash: boolean;
}

export const noHistory: History = { ids: [], prefixes: [], suffixes: [], needsHash: false };

export function gvkOf({ node }: Resource): Gvk {
  return gvkOfNode(node);
}

export function gvkOfNode(node: Node): Gvk {
  return { ...parseApiVersion(fieldOf(node, "apiVersion")?.value ?? ""), kind: fieldOf(node, "kind")?.value ?? "" };
}

export function nameOf({ node }: Resource): string {
  return metaText(node, "name");
}

export function namespaceOf({ node }: Resource): string {
  return metaText(node, "namespace");
}

function metaText(node: Node, field: string): string {
  const value = fieldOf(fieldOf(node, "metadata"), field);
  return value === undefined || isEmpty(value) ? "" : value.value;
}

export function currentId(resource: Resource): ResourceId {
  return { ...gvkOf(resource), name: nameOf(resource), namespace: namespaceOf(resource) };
}

export function previousIds(resource: Resource): ResourceId[] {
  const { group, version } = gvkOf(resource);
  return resource.history.ids.map((id) => ({ group, version, ...id }));
}

export function originalId(resource: Resource): ResourceId {
  return previousIds(resource)[0] ?? currentId(resource);
}

export function allIds(resource: Resource): ResourceId[] {
  return [...previousIds(resource), currentId(resource)];
}

/** Returns whether the object has, or once had, this identity. */
export function hasHadId(resource: Resource, id: ResourceId): boolean {
  return allIds(resource).some((each) => isSameId(each, id));
}

/** Records the identity. Call it before the name, namespace, or kind changes. */
export function rememberId(resource: Resource): void {
  const current = currentId(resource);
  const { history } = resource;
  const id = { kind: current.kind, name: current.name, namespace: effectiveNamespace(current) };
  resource.history = { ...history, ids: [...history.ids, id] };
}

/** Returns the labels or annotations as texts, whatever their types. */
export function stringMapOf(node: Node, field: "labels" | "annotations"): Map<string, string> {
  const found = fieldOf(fieldOf(node, "metadata"), field);
  return new Map([...(found?.fields ?? [])].map(([key, { value }]) => [key, value]));
}

/** Replaces all labels or annotations. Without any, removes the field. */
export function setStringMap(node: Node, field: "labels" | "annotations", values: ReadonlyMap<string, string>): void {
  const metadata = metadataOf(node);
  metadata.fields.delete(field);
  if (values.size === 0) return;
  metadata.fields.set(field, mapNode(new Map([...values].map(([key, value]) => [key, textNode(value)]))));
}

export function metadataOf(node: Node): Node {
  const existing = fieldOf(node, "metadata");
  if (existing !== undefined) return existing;
  const metadata = mapNode();
  node.fields.set("metadata", metadata);
  return metadata;
}

export function setName({ node }: Resource, name: string): void {
  setField(metadataOf(node), "name", scalar(name));
}

export function setNamespace({ node }: Resource, namespace: string): void {
  if (namespace === "") metadataOf(node).fields.delete("namespace");
  else setField(metadataOf(node), "namespace", scalar(namespace));
}

export function showResource(resource: Resource): string {
  return showId(currentId(resource));
}
