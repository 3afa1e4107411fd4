/** Sets labels and annotations. Sources: api/filters/{labels,annotations}, api/internal/target/kusttarget_configplugin.go. */
import { TsopError } from "../core/errors.js";
import type { TransformerConfig } from "./default-config.js";
import { applyFieldSpec, type FieldSpec, mergeFieldSpecs } from "./field-spec.js";
import type { LabelEntry } from "./read-entries.js";
import { setField, textNode } from "./node.js";
import type { Resource } from "./resource.js";

/** Sets the same entries in all selected fields. */
export function setEntries(
  resources: readonly Resource[],
  entries: Readonly<Record<string, string>>,
  fieldSpecs: readonly FieldSpec[],
): void {
  const keys = Object.keys(entries).toSorted();
  for (const { node } of resources) {
    for (const key of keys) {
      // All fields of an object share one node, as in kustomize: a later patch of one field changes all of them.
      const value = textNode(entries[key] ?? "");
      for (const spec of fieldSpecs) {
        const change = (map: typeof node): void => {
          if (map.kind !== "map") throw notMap(spec);
          setField(map, key, value);
        };
        applyFieldSpec(node, spec, change, { kind: "map", tag: "!!map" });
      }
    }
  }
}

function notMap({ path }: FieldSpec): TsopError {
  return new TsopError("render/invalid", `${path} is not a map, so it cannot contain labels or annotations`, {
    hint: "Use the type that Kubernetes defines for the field of this kind.",
  });
}

/** Returns the fields for the labels of an entry of `labels`. */
export function labelFields(entry: LabelEntry, config: TransformerConfig): readonly FieldSpec[] {
  const own = mergeFieldSpecs(entry.fields, config.labels);
  if (entry.includeSelectors) return mergeFieldSpecs(own, config.commonLabels);
  const templates = entry.includeTemplates ? mergeFieldSpecs(own, config.templateLabels) : own;
  return mergeFieldSpecs(templates, [{ path: "metadata/labels", create: true }]);
}
