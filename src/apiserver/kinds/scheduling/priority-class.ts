/** Source: pkg/registry/scheduling/priorityclass/strategy.go, pkg/apis/scheduling/validation/validation.go. */
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden } from "../../../core/field-error.js";
import { isSet, numberOf, setDefault, textOf } from "../../json-fields.js";
import { immutable } from "../validation/immutable.js";
import type { KindRules } from "../kind-rules.js";
import { ageOf } from "../table-times.js";
import * as must from "../rules/must.js";

const highestOfUsers = 1_000_000_000;
const systemValues: Readonly<Record<string, number>> = {
  "system-node-critical": 2_000_001_000,
  "system-cluster-critical": 2_000_000_000,
};

export const priorityClass: KindRules = {
  setDefaults: (object) => {
    setDefault(object, "preemptionPolicy", "PreemptLowerPriority");
  },
  // It is given one, which never moves.
  generationOf: () => null,
  validate: (object) => [
    ...validateValue(object),
    ...must.choose("PreemptLowerPriority", "Never")(textOf(object, "preemptionPolicy"), "preemptionPolicy"),
  ],
  validateUpdate: (object, old) => [
    ...((numberOf(object, "value") ?? 0) === (numberOf(old, "value") ?? 0)
      ? []
      : [forbidden("value", "may not be changed in an update.")]),
    ...immutable("preemptionPolicy", object["preemptionPolicy"], old["preemptionPolicy"]),
  ],
  cells: (object, now) => [
    object.metadata.name ?? "",
    numberOf(object, "value") ?? 0,
    isSet(object, "globalDefault"),
    ageOf(object, now),
    textOf(object, "preemptionPolicy"),
  ],
};

function validateValue(object: ApiObject): FieldError[] {
  const { name = "" } = object.metadata;
  const value = numberOf(object, "value") ?? 0;
  if (!name.startsWith("system-")) {
    const detail = `maximum allowed value of a user defined priority is ${highestOfUsers}`;
    return value > highestOfUsers ? [forbidden("value", detail)] : [];
  }
  const fault = findSystemFault(name, value, isSet(object, "globalDefault"));
  if (fault === undefined) return [];
  const rule = "priority class names with 'system-' prefix are reserved for system use only";
  return [forbidden("metadata.name", `${rule}. error: ${fault}`)];
}

/** Source: pkg/apis/scheduling/v1/helpers.go. */
function findSystemFault(name: string, value: number, isDefault: boolean): string | undefined {
  const known = systemValues[name];
  if (known === undefined) return `${name} is not a known system priority class`;
  if (value !== known) return `value of ${name} PriorityClass must be ${known}`;
  return isDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
