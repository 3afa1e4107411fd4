/** Source: pkg/apis/core/validation/validation.go (ValidateNode, ValidateNodeUpdate). */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, forbidden, internal, invalid, notSupported, required } from "../../../core/field-error.js";
import { objectOf, objectsOf, textOf, textsOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import { validateResourceValue } from "../pods/validate-resources.js";
import { readNetwork, validateCidr } from "../validation/addresses.js";
import { duplicateInternal } from "../validation/internal-forms.js";
import { validateLabelName } from "../validation/labels.js";
import { checkLabelValue } from "../validation/names.js";

const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

export function validateNode(node: ApiObject): FieldError[] {
  const spec = objectOf(node, "spec");
  return [
    ...validateTaints(objectsOf(spec, "taints"), "metadata.taints"),
    ...validateAmounts(node),
    ...validatePodRanges(textsOf(spec, "podCIDRs"), "spec.podCIDRs"),
  ];
}

export function validateNodeUpdate(node: ApiObject, old: ApiObject): FieldError[] {
  const [spec, before] = [objectOf(node, "spec"), objectOf(old, "spec")];
  const provider = textOf(before, "providerID");
  return [
    ...validateAmounts(node),
    ...validateAddresses(objectsOf(objectOf(node, "status"), "addresses")),
    ...validateKeptRanges(textsOf(spec, "podCIDRs"), textsOf(before, "podCIDRs")),
    ...(provider !== "" && provider !== textOf(spec, "providerID")
      ? [forbidden("spec.providerID", 'node updates may not change providerID except from "" to valid')]
      : []),
    ...validateTaints(objectsOf(spec, "taints"), "metadata.taints"),
    ...(textOf(spec, "externalID") === textOf(before, "externalID")
      ? []
      : [forbidden("spec.externalID", "may not be updated")]),
  ];
}

function validateTaints(taints: readonly JsonObject[], path: string): FieldError[] {
  const keys = taints.map((taint) => JSON.stringify([textOf(taint, "key"), textOf(taint, "effect")]));
  return taints.flatMap((taint, index) => {
    const at = `${path}[${index}]`;
    const value = textOf(taint, "value");
    const faults = checkLabelValue(value);
    return [
      ...validateLabelName(textOf(taint, "key"), `${at}.key`),
      ...(faults.length === 0 ? [] : [invalid(`${at}.value`, value, faults.join(";"))]),
      ...validateEffect(textOf(taint, "effect"), `${at}.effect`),
      ...(keys.indexOf(keys[index] ?? "") < index
        ? [duplicateInternal(at, taint, "v1.Taint", "taints must be unique by key and effect pair")]
        : []),
    ];
  });
}

function validateEffect(effect: string, path: string): FieldError[] {
  if (effect === "") return [required(path)];
  return effects.includes(effect) ? [] : [notSupported(path, effect, effects)];
}

function validateAmounts(node: ApiObject): FieldError[] {
  const status = objectOf(node, "status");
  return ["capacity", "allocatable"].flatMap((list) =>
    Object.entries(objectOf(status, list) ?? {}).flatMap(([name, value]) =>
      validateResourceValue(name, value, `status.${list}.${name}`),
    ),
  );
}

function validatePodRanges(ranges: readonly string[], path: string): FieldError[] {
  const faults = ranges.flatMap((range, index) => validateCidr(`${path}[${index}]`, range));
  if (ranges.length < 2) return faults;
  const networks = ranges.map(readNetwork);
  const wrong = networks.indexOf(undefined);
  if (wrong >= 0) {
    const reason = `invalid CIDR[${wrong}]: <nil> (invalid CIDR address: ${ranges[wrong] ?? ""})`;
    faults.push(internal(path, `invalid PodCIDRs. failed to check with dual stack with error:${reason}`));
  }
  const families = new Set(networks.map((network) => network?.bytes.length));
  const isDual = wrong < 0 && families.size === 2 && ranges.length === 2;
  return isDual
    ? faults
    : [...faults, invalid(path, [...ranges], "may specify no more than one CIDR for each IP family")];
}

function validateKeptRanges(ranges: readonly string[], before: readonly string[]): FieldError[] {
  if (before.length === 0) return [];
  const fault = forbidden("spec.podCIDRs", 'node updates may not change podCIDR except from "" to valid');
  if (before.length !== ranges.length) return [fault];
  return before.filter((range, index) => range !== ranges[index]).map(() => fault);
}

function validateAddresses(addresses: readonly JsonObject[]): FieldError[] {
  return addresses.flatMap((address, index) => {
    const isKnown = addresses.slice(0, index).some((other) => isSame(other, address));
    return isKnown ? [duplicateInternal(`status.addresses[${index}]`, address, "v1.NodeAddress")] : [];
  });
}
