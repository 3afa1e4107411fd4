/** Reads the entries of a kustomization's lists. */
import type { FieldSpec } from "./field-spec.js";
import type { FieldReader, Fields } from "./field-reader.js";
import type { ImageEntry, LabelEntry, PatchEntry, ReplicaEntry } from "./kustomization.js";
import { isMissing, type Node } from "./node.js";
import type { Selector } from "./select.js";

const idFields = ["group", "version", "kind", "name", "namespace"] as const;

export function readPatch(node: Node, path: string, reader: FieldReader): PatchEntry {
  const fields = reader.fields(node, path, ["path", "patch", "target", "options"]);
  const options = reader.fields(fields.get("options"), `${path}.options`, ["allowNameChange", "allowKindChange"]);
  const target = fields.get("target");
  const flag = (name: string): boolean => reader.boolean(options.get(name), `${path}.options.${name}`);
  return {
    path: reader.text(fields.get("path"), `${path}.path`),
    patch: reader.text(fields.get("patch"), `${path}.patch`),
    target: isMissing(target) ? undefined : readSelector(target, `${path}.target`, reader),
    allowNameChange: flag("allowNameChange"),
    allowKindChange: flag("allowKindChange"),
  };
}

export function readSelector(node: Node, path: string, reader: FieldReader): Selector {
  const fields = reader.fields(node, path, [...idFields, "labelSelector", "annotationSelector"]);
  const text = (name: string): string => reader.text(fields.get(name), `${path}.${name}`);
  return {
    ...readId(fields, path, reader),
    labelSelector: text("labelSelector"),
    annotationSelector: text("annotationSelector"),
  };
}

export function readId(fields: Fields, path: string, reader: FieldReader): Record<(typeof idFields)[number], string> {
  const text = (name: string): string => reader.text(fields.get(name), `${path}.${name}`);
  return {
    group: text("group"),
    version: text("version"),
    kind: text("kind"),
    name: text("name"),
    namespace: text("namespace"),
  };
}

export function readLabelEntry(node: Node, path: string, reader: FieldReader): LabelEntry {
  const fields = reader.fields(node, path, ["pairs", "includeSelectors", "includeTemplates", "fields"]);
  return {
    pairs: reader.textMap(fields.get("pairs"), `${path}.pairs`),
    includeSelectors: reader.boolean(fields.get("includeSelectors"), `${path}.includeSelectors`),
    includeTemplates: reader.boolean(fields.get("includeTemplates"), `${path}.includeTemplates`),
    fields: readFieldSpecs(fields.get("fields"), `${path}.fields`, reader),
  };
}

export function readFieldSpecs(node: Node | undefined, path: string, reader: FieldReader): FieldSpec[] {
  return reader.list(node, path, (item, place) => {
    const fields = reader.fields(item, place, ["group", "version", "kind", "path", "create"]);
    const text = (name: string): string => reader.text(fields.get(name), `${place}.${name}`);
    const spec = text("path");
    if (spec === "") reader.fault(place, `${place} has no path`, "Write names of fields between slashes.");
    return {
      group: text("group"),
      version: text("version"),
      kind: text("kind"),
      path: spec,
      create: reader.boolean(fields.get("create"), `${place}.create`),
    };
  });
}

export function readImage(node: Node, path: string, reader: FieldReader): ImageEntry {
  const fields = reader.fields(node, path, ["name", "newName", "newTag", "digest", "tagSuffix"]);
  const text = (name: string): string => reader.text(fields.get(name), `${path}.${name}`);
  return {
    name: text("name"),
    newName: text("newName"),
    newTag: text("newTag"),
    digest: text("digest"),
    tagSuffix: text("tagSuffix"),
  };
}

export function readReplica(node: Node, path: string, reader: FieldReader): ReplicaEntry {
  const fields = reader.fields(node, path, ["name", "count"]);
  return {
    name: reader.text(fields.get("name"), `${path}.name`),
    count: reader.whole(fields.get("count"), `${path}.count`),
  };
}
