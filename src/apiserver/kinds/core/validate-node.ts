/** Source: pkg/apis/core/validation/validation.go (ValidateNode, ValidateNodeUpdate). */
import type { Node, NodeSpec } from "../../../k8s/core/v1.js";
import { forbidden, internal, invalid } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { textOf, textsOf } from "../../api-object.js";
import { validateResourceValue } from "../pods/validate-resources.js";
import { must, rule } from "../rules/index.js";
import { readNetwork, validateCidr } from "../validation/addresses.js";
import { duplicateInternal } from "../validation/internal-forms.js";
import { beOneLabelValue } from "../validation/labels.js";

/** Kubernetes uses another name for the spec here. */
const taints: rule.Rule<Node, unknown> = rule.object(
  ["spec", "metadata"],
  [
    rule.each("taints", [
      rule.text("key", must.beQualifiedName),
      rule.text("value", beOneLabelValue),
      rule.text("effect", must.choose("NoSchedule", "PreferNoSchedule", "NoExecute")),
      rule.distinct(
        (taint) => keyOf(taint, "key", "effect"),
        (path, taint) => duplicateInternal(path, taint, "v1.Taint", "taints must be unique by key and effect pair"),
      ),
    ]),
  ],
);

const amounts: rule.Rule<Node, unknown> = rule.object(
  "status",
  (["capacity", "allocatable"] as const).map((list) =>
    rule.eachEntry(list, (name, value, _path, { path }) =>
      validateResourceValue(name, value, `${path}.${list}.${name}`),
    ),
  ),
);

export const nodeRules: rule.Table<Node> = [
  taints,
  amounts,
  rule.object("spec", [({ object, path }) => validatePodRanges(textsOf(object, "podCIDRs"), `${path}.podCIDRs`)]),
];

const keptRanges: rule.Rule<NodeSpec, unknown> = ({ object, old, path }) => {
  const [ranges, before] = [textsOf(object, "podCIDRs"), textsOf(old, "podCIDRs")];
  const fault = forbidden(`${path}.podCIDRs`, 'node updates may not change podCIDR except from "" to valid');
  if (before.length === 0) return [];
  if (before.length !== ranges.length) return [fault];
  return before.filter((range, index) => range !== ranges[index]).map(() => fault);
};

/** Also applies to status writes. */
export const nodeUpdate: rule.Table<Node> = [
  amounts,
  rule.object("status", [
    rule.each("addresses", [
      rule.distinct(
        (address) => keyOf(address, "type", "address"),
        (path, address) => duplicateInternal(path, address, "v1.NodeAddress"),
      ),
    ]),
  ]),
  rule.object("spec", [
    keptRanges,
    rule.forbiddenIf(
      "providerID",
      'node updates may not change providerID except from "" to valid',
      (spec, { old }) => !["", textOf(spec, "providerID")].includes(textOf(old, "providerID")),
    ),
  ]),
  taints,
  rule.object("spec", [
    rule.forbiddenIf(
      "externalID",
      "may not be updated",
      (spec, { old }) => textOf(spec, "externalID") !== textOf(old, "externalID"),
    ),
  ]),
];

function keyOf(object: JsonObject, ...fields: readonly string[]): string {
  return JSON.stringify(fields.map((field) => textOf(object, field)));
}

function validatePodRanges(ranges: readonly string[], path: string): rule.Faults {
  const faults = ranges.flatMap((range, index) => validateCidr(`${path}[${index}]`, range));
  if (ranges.length < 2) return faults;
  const networks = ranges.map(readNetwork);
  const wrong = networks.indexOf(undefined);
  if (wrong >= 0) {
    const reason = `invalid CIDR[${wrong}]: <nil> (invalid CIDR address: ${ranges[wrong] ?? ""})`;
    faults.push(internal(path, `invalid PodCIDRs. failed to check with dual stack with error:${reason}`));
  }
  const families = new Set(networks.map((network) => network?.bytes.length));
  if (wrong < 0 && families.size === 2 && ranges.length === 2) return faults;
  return [...faults, invalid(path, [...ranges], "may specify no more than one CIDR for each IP family")];
}
