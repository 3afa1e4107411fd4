/** Source: pkg/apis/storage/validation/validation.go, pkg/api/storage/util.go. */
import type { TopologySelectorTerm } from "../../../k8s/core/v1.js";
import type { StorageClass, VolumeAttributesClass } from "../../../k8s/storage/v1.js";
import { type ApiObject, objectsOf, textOf, textsOf } from "../../api-object.js";
import { duplicate, type FieldError, forbidden, invalid, required, tooLong } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { isSame } from "../common-strategy.js";
import { must, rule } from "../rules/index.js";
import { bytesOf } from "../validation/labels.js";
import { deprecatedLabel } from "../warnings/node-labels.js";

const maxParameters = 512;
const maxParametersSize = 256 * 1024;

const beProvisioner: rule.PlainCheck<string> = (name, path) => must.beQualifiedName(name.toLowerCase(), path);

function parameters(allowsEmpty: boolean): rule.Rule<{ parameters?: Readonly<Record<string, string>> }, unknown> {
  return rule.textMap("parameters", (given, path): FieldError[] => {
    const keys = Object.keys(given);
    if (keys.length > maxParameters) return [tooLong(path, maxParameters)];
    return [
      ...(keys.includes("") ? [invalid(path, "", "field can not be empty.")] : []),
      ...(bytesOf(given) > maxParametersSize ? [tooLong(path, maxParametersSize)] : []),
      ...(keys.length === 0 && !allowsEmpty ? [required(path, "must contain at least one key/value pair")] : []),
    ];
  });
}

const topologyRules: rule.Table<TopologySelectorTerm> = [
  rule.each("matchLabelExpressions", [
    rule.list("values", must.beSet()),
    rule.eachText("values", must.beUnique()),
    rule.text("key", must.beQualifiedName),
    rule.text("key", must.beUnique()),
  ]),
];

/**
 * Compares each topology with the previous ones and, as Kubernetes does by mistake, with as many empty topologies as the list
 * has items.
 */
function validateTopologies({ object: storageClass, path }: rule.Place<unknown>): rule.Faults {
  const topologies = objectsOf(storageClass, "allowedTopologies");
  const known: JsonObject[] = topologies.map(() => ({}));
  return topologies.flatMap((topology, index) => {
    const at = `${path === "" ? "" : `${path}.`}allowedTopologies[${index}]`;
    const expressions = objectsOf(topology, "matchLabelExpressions");
    const term: JsonObject = Object.fromEntries(
      expressions.map((each) => [textOf(each, "key"), [...new Set(textsOf(each, "values"))].toSorted()]),
    );
    const same = known.filter((other) => isSame(other, term));
    known.push(term);
    return [
      ...rule.judge(topologyRules, topology, at, undefined),
      ...same.map(() => duplicate(`${at}.matchLabelExpressions`, "")),
    ];
  });
}

/** Rejects changes to the fields of a StorageClass or a VolumeAttributesClass. */
function kept<Type>(...fields: readonly (keyof Type & string)[]): rule.Rule<Type, unknown> {
  return ({ object, old }) =>
    fields
      .filter((field) => !isSame(object[field], old?.[field]))
      .map((field) => forbidden(field, `updates to ${field} are forbidden.`));
}

export const storageClass: rule.Table<StorageClass> = [
  rule.text("provisioner", must.beSet(), beProvisioner),
  parameters(true),
  rule.optionalText("reclaimPolicy", must.beOneOf("Delete", "Retain")),
  rule.text("volumeBindingMode", must.beOneOf("Immediate", "WaitForFirstConsumer")),
  validateTopologies,
];
export const storageClassUpdate: rule.Table<StorageClass> = [
  ...storageClass,
  kept<StorageClass>("parameters", "provisioner", "reclaimPolicy"),
  rule.unchanged("volumeBindingMode"),
];
export const attributesClass: rule.Table<VolumeAttributesClass> = [
  rule.text("driverName", must.beSet(), beProvisioner),
  parameters(false),
];
export const attributesClassUpdate: rule.Table<VolumeAttributesClass> = [
  ...attributesClass,
  kept<VolumeAttributesClass>("driverName", "parameters"),
];

export function storageClassWarnings(object: ApiObject): string[] {
  return objectsOf(object, "allowedTopologies").flatMap((topology, index) =>
    objectsOf(topology, "matchLabelExpressions").flatMap((each, place) =>
      deprecatedLabel(textOf(each, "key")).map(
        (advice) => `allowedTopologies[${index}].matchLabelExpressions[${place}].key: ${advice}`,
      ),
    ),
  );
}
