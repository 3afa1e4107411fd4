/** Source: pkg/registry/scheduling/priorityclass/strategy.go, pkg/apis/scheduling/validation/validation.go. */
import type { JsonObject } from "../../../core/json.js";
import type { PriorityClass } from "../../../k8s/scheduling/v1.js";
import { type FieldError, forbidden } from "../../../core/field-error.js";
import { isSet, numberOf, objectOf, setDefaults, textOf } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";

const highestOfUsers = 1_000_000_000;
const systemValues: Readonly<Record<string, number>> = {
  "system-node-critical": 2_000_001_000,
  "system-cluster-critical": 2_000_000_000,
};

const rules: rule.Table<PriorityClass> = [
  ({ object }) => validateValue(object),
  rule.text("preemptionPolicy", must.choose("PreemptLowerPriority", "Never")),
];
const update: rule.Table<PriorityClass> = [
  rule.forbiddenIf(
    "value",
    "may not be changed in an update.",
    (object, { old }) => (numberOf(object, "value") ?? 0) !== (numberOf(old, "value") ?? 0),
  ),
  rule.unchanged("preemptionPolicy"),
];

export const priorityClass: KindRules = {
  setDefaults: (object) => setDefaults(object, { preemptionPolicy: "PreemptLowerPriority" }),
  // A PriorityClass gets a generation that never changes.
  generationOf: () => null,
  validate: rule.validator(rules),
  validateUpdate: rule.validator(update),
  cells: cell.row(cell.nameOf, cell.number("value"), cell.flag("globalDefault"), cell.ageOf, "preemptionPolicy"),
};

function validateValue(object: JsonObject): FieldError[] {
  const name = textOf(objectOf(object, "metadata"), "name");
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
