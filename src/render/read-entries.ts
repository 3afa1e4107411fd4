/** Reads the entries of a kustomization's lists. */
import type { FieldSpec } from "./field-spec.js";
import type { FieldReader } from "./field-reader.js";
import type { Node } from "./node.js";
import type { Selector } from "./select.js";

const kindFields = { group: "text", version: "text", kind: "text" } as const;

/** The fields that identify an object. */
export const idFields = { ...kindFields, name: "text", namespace: "text" } as const;

/** A patch: in the file `path`, or otherwise `patch` itself. */
export type PatchEntry = ReturnType<typeof readPatch>;

export function readPatch(node: Node, path: string, reader: FieldReader) {
  const { options, ...patch } = reader.record(node, path, {
    ...{ path: "text", patch: "text" },
    target: reader.optional((target, place) => readSelector(target, place, reader)),
    options: (given, place) => reader.record(given, place, { allowNameChange: "boolean", allowKindChange: "boolean" }),
  });
  return { ...patch, ...options };
}

export function readSelector(node: Node, path: string, reader: FieldReader): Selector {
  return reader.record(node, path, { ...idFields, labelSelector: "text", annotationSelector: "text" });
}

export type LabelEntry = ReturnType<typeof readLabelEntry>;

export function readLabelEntry(node: Node, path: string, reader: FieldReader) {
  return reader.record(node, path, {
    ...{ pairs: "textMap", includeSelectors: "boolean", includeTemplates: "boolean" },
    fields: reader.listOf(readFieldSpec),
  });
}

export function readFieldSpec(node: Node, path: string, reader: FieldReader): FieldSpec {
  const spec = reader.record(node, path, { ...kindFields, path: "text", create: "boolean" });
  if (spec.path === "") reader.fault(path, `${path} has no path`, "Write field names with slashes between them.");
  return spec;
}

export type ImageEntry = ReturnType<typeof readImage>;

export function readImage(node: Node, path: string, reader: FieldReader) {
  return reader.record(node, path, {
    ...{ name: "text", newName: "text", newTag: "text", digest: "text", tagSuffix: "text" },
  });
}

/** A replica entry, whose `count` is a whole number. */
export type ReplicaEntry = ReturnType<typeof readReplica>;

export function readReplica(node: Node, path: string, reader: FieldReader) {
  return reader.record(node, path, { name: "text", count: "whole" });
}
