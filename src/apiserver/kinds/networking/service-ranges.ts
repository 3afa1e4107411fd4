/** IPAddress and ServiceCIDR. Source: pkg/apis/networking/validation/validation.go. */
import type { ParentReference } from "../../../k8s/networking/v1.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { objectOf, textsOf } from "../../json-fields.js";
import { isSame } from "../common-strategy.js";
import { readNetwork } from "../validation/addresses.js";
import * as rule from "../rules/index.js";
import * as must from "../rules/must.js";
import { invalidInternal } from "../validation/internal-forms.js";
import { nameIsPathSegment } from "../validation/names.js";
import { checkStrictCidr } from "../validation/strict-addresses.js";
import { faultsAt } from "../validation/values.js";

const isImmutable = "field is immutable";

const parentRules: rule.Table<ParentReference> = [
  rule.optionalText("group", must.beSubdomain),
  rule.text("resource", must.beSet(), must.haveForm(nameIsPathSegment)),
  rule.text("name", must.beSet(), must.haveForm(nameIsPathSegment)),
  rule.optionalText("namespace", must.haveForm(nameIsPathSegment)),
];

export function validateAddress(object: ApiObject): FieldError[] {
  const parent = objectOf(objectOf(object, "spec"), "parentRef");
  const path = "spec.parentRef";
  return parent === undefined ? [required(path)] : rule.judge(parentRules, parent, path, undefined);
}

export function validateAddressUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const [parent, before] = [object, old].map((each) => objectOf(objectOf(each, "spec"), "parentRef"));
  const faults = validateAddress(object);
  if (isSame(parent, before)) return faults;
  const field = "spec.parentRef";
  if (parent === undefined) return [...faults, invalid(field, null, isImmutable)];
  return [...faults, invalidInternal(field, parent, "networking.k8s.io/v1.ParentReference", isImmutable)];
}

export function validateServiceRanges(object: ApiObject): FieldError[] {
  const spec = objectOf(object, "spec") ?? {};
  const ranges = textsOf(spec, "cidrs");
  const path = "spec.cidrs";
  if (ranges.length === 0) return [required(path, "at least one CIDR required")];
  if (ranges.length > 2)
    return [invalidInternal(path, spec, "networking.k8s.io/v1.ServiceCIDRSpec", "may only hold up to 2 values")];
  const [first, second] = ranges.map((range) => readNetwork(range)?.bytes.length);
  const isOneFamily = ranges.length === 2 && first !== undefined && first === second;
  const detail = "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64";
  return [
    ...ranges.flatMap((range, index) => faultsAt(`${path}[${index}]`, range, checkStrictCidr(range))),
    ...(isOneFamily ? [invalid(path, [...ranges], detail)] : []),
  ];
}

/** One of another family may be added. */
export function validateServiceRangesUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const [ranges = [], before = []] = [object, old].map((each) => textsOf(objectOf(each, "spec"), "cidrs"));
  const changed = before.flatMap((range, index) =>
    range === ranges[index] ? [] : [invalid(`spec.cidrs[${index}]`, ranges[index], isImmutable)],
  );
  if (ranges.length === before.length) return changed;
  if (before.length === 1 && ranges.length === 2) return [...changed, ...validateServiceRanges(object)];
  return [invalid("spec.cidrs", [...ranges], isImmutable)];
}
