/** Tolerations, gates and spreading. Source: pkg/apis/core/validation/validation.go. */
import { duplicate, type FieldError, forbidden, invalid, notSupported, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { numberOf, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import { validateLabelName, validateLabelSelector } from "../validation/labels.js";
import { checkLabelValue } from "../validation/names.js";
import { validateOptionalChoice, validatePositive } from "../validation/values.js";
import { validateLabelKeys } from "./validate-label-keys.js";

const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

export function validateTolerations(tolerations: readonly JsonObject[], path: string): FieldError[] {
  return tolerations.flatMap((toleration, index) => {
    const at = `${path}[${index}]`;
    const key = textOf(toleration, "key");
    const operator = textOf(toleration, "operator");
    const effect = textOf(toleration, "effect");
    const isOfAllKeys = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    return [
      ...(key === "" ? [] : validateLabelName(key, `${at}.key`)),
      ...(key === "" && operator !== "Exists" ? [invalid(`${at}.operator`, operator, isOfAllKeys)] : []),
      ...(numberOf(toleration, "tolerationSeconds") !== undefined && effect !== "NoExecute"
        ? [invalid(`${at}.effect`, effect, "effect must be 'NoExecute' when `tolerationSeconds` is set")]
        : []),
      ...validateOperator(operator, textOf(toleration, "value"), `${at}.operator`),
      ...(effect === "" ? [] : validateOptionalChoice(effect, effects, `${at}.effect`)),
    ];
  });
}

function validateOperator(operator: string, value: string, path: string): FieldError[] {
  switch (operator) {
    case "":
    case "Equal": {
      const faults = checkLabelValue(value);
      return faults.length === 0 ? [] : [invalid(path, value, faults.join(";"))];
    }
    case "Exists":
      return value === "" ? [] : [invalid(path, value, "value must be empty when `operator` is 'Exists'")];
    case "Lt":
    case "Gt":
      return [notSupported(path, operator, ["Equal", "Exists", "Lt", "Gt"])];
    default:
      return [notSupported(path, operator, ["Equal", "Exists"])];
  }
}

/** Of a pod that is changed: what it tolerated it goes on tolerating, for however long. */
export function validateAddedTolerations(spec: JsonObject, old: JsonObject, path: string): FieldError[] {
  const tolerations = objectsOf(spec, "tolerations");
  const withoutTime = (toleration: JsonObject): JsonObject => {
    const rest = { ...toleration };
    delete rest["tolerationSeconds"];
    return rest;
  };
  const isKept = (before: JsonObject): boolean =>
    tolerations.some((toleration) => isSame(withoutTime(toleration), withoutTime(before)));
  if (!objectsOf(old, "tolerations").every(isKept)) {
    return [forbidden(path, "existing toleration can not be modified except its tolerationSeconds")];
  }
  return validateTolerations(tolerations, path);
}

export function validateSchedulingGates(spec: JsonObject, path: string): FieldError[] {
  const seen = new Set<string>();
  return objectsOf(spec, "schedulingGates").flatMap((gate, index) => {
    const name = textOf(gate, "name");
    const isRepeated = seen.has(name);
    seen.add(name);
    const at = `${path}[${index}]`;
    return [...validateLabelName(name, at), ...(isRepeated ? [duplicate(at, name)] : [])];
  });
}

export function validateDeletedGates(spec: JsonObject, old: JsonObject, path: string): FieldError[] {
  const before = new Set(objectsOf(old, "schedulingGates").map((gate) => textOf(gate, "name")));
  return objectsOf(spec, "schedulingGates").flatMap((gate, index) => {
    const name = textOf(gate, "name");
    const detail = `only deletion is allowed, but found new scheduling gate '${name}'`;
    return before.has(name) ? [] : [forbidden(`${path}[${index}].name`, detail)];
  });
}

export function validateTopologySpread(spec: JsonObject, path: string): FieldError[] {
  const constraints = objectsOf(spec, "topologySpreadConstraints");
  return constraints.flatMap((constraint, index) => {
    const at = `${path}[${index}]`;
    const topologyKey = textOf(constraint, "topologyKey");
    const action = textOf(constraint, "whenUnsatisfiable");
    const isRepeated = constraints
      .slice(index + 1)
      .some((other) => textOf(other, "topologyKey") === topologyKey && textOf(other, "whenUnsatisfiable") === action);
    return [
      ...validatePositive(numberOf(constraint, "maxSkew") ?? 0, `${at}.maxSkew`),
      ...(topologyKey === "" ? [required(`${at}.topologyKey`, "can not be empty")] : []),
      ...validateOptionalChoice(action, ["DoNotSchedule", "ScheduleAnyway"], `${at}.whenUnsatisfiable`),
      ...(isRepeated ? [duplicate(`${at}.{topologyKey, whenUnsatisfiable}`, `{${topologyKey}, ${action}}`)] : []),
      ...validateMinDomains(numberOf(constraint, "minDomains"), action, `${at}.minDomains`),
      ...["nodeAffinityPolicy", "nodeTaintsPolicy"].flatMap((name) => {
        const policy = constraint[name];
        return validateOptionalChoice(
          typeof policy === "string" ? policy : undefined,
          ["Honor", "Ignore"],
          `${at}.${name}`,
        );
      }),
      ...validateLabelKeys(constraint, at),
      ...validateLabelSelector(objectOf(constraint, "labelSelector"), `${at}.labelSelector`),
    ];
  });
}

function validateMinDomains(minDomains: number | undefined, action: string, path: string): FieldError[] {
  if (minDomains === undefined) return [];
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`;
  return [
    ...validatePositive(minDomains, path),
    ...(action === "DoNotSchedule" ? [] : [invalid(path, minDomains, detail)]),
  ];
}
