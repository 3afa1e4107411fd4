/** IPAddress and ServiceCIDR. Source: pkg/apis/networking/validation/validation.go. */
import type { IPAddress } from "../../../k8s/networking/v1.js";
import { type ApiObject, objectOf, textsOf } from "../../api-object.js";
import { type FieldError, invalid, required } from "../../../core/field-error.js";
import { readNetwork } from "../validation/addresses.js";
import { must, rule } from "../rules/index.js";
import { immutableInternal, invalidInternal } from "../validation/internal-forms.js";
import { nameIsPathSegment } from "../validation/names.js";
import { checkStrictCidr } from "../validation/strict-addresses.js";

const isImmutable = "field is immutable";

export const address: rule.Table<IPAddress> = [
  rule.object("spec", [
    rule.requiredObject("parentRef", "", [
      rule.optionalText("group", must.beSubdomain),
      rule.text("resource", must.beSet(), must.haveForm(nameIsPathSegment)),
      rule.text("name", must.beSet(), must.haveForm(nameIsPathSegment)),
      rule.optionalText("namespace", must.haveForm(nameIsPathSegment)),
    ]),
  ]),
];

export const addressUpdate: rule.Table<IPAddress> = [
  ...address,
  rule.object("spec", [
    ({ object: { parentRef }, old, path }) =>
      immutableInternal(`${path}.parentRef`, parentRef, old?.["parentRef"], "networking.k8s.io/v1.ParentReference"),
  ]),
];

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
    ...ranges.flatMap((range, index) => must.haveForm(checkStrictCidr)(range, `${path}[${index}]`)),
    ...(isOneFamily ? [invalid(path, [...ranges], detail)] : []),
  ];
}

/** An update may add a range of the other IP family. */
export function validateServiceRangesUpdate(object: ApiObject, old: ApiObject): FieldError[] {
  const [ranges = [], before = []] = [object, old].map((each) => textsOf(objectOf(each, "spec"), "cidrs"));
  const changed = before.flatMap((range, index) =>
    range === ranges[index] ? [] : [invalid(`spec.cidrs[${index}]`, ranges[index], isImmutable)],
  );
  if (ranges.length === before.length) return changed;
  if (before.length === 1 && ranges.length === 2) return [...changed, ...validateServiceRanges(object)];
  return [invalid("spec.cidrs", [...ranges], isImmutable)];
}
