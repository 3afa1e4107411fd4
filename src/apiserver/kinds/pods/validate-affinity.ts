/** The affinity of a pod. Source: validateAffinity in pkg/apis/core/validation/validation.go. */
import type {
  Affinity,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
  PodAffinity,
  PodAffinityTerm,
} from "../../../k8s/core/v1.js";
import { listOf } from "../../api-object.js";
import { must, rule } from "../rules/index.js";
import { labelSelector, selectorOperator } from "../validation/labels.js";
import { labelKeys } from "./validate-label-keys.js";

const requirement: rule.Table<NodeSelectorRequirement> = [
  selectorOperator("Gt", "Lt"),
  rule.text("key", must.beQualifiedName),
];
const fieldRequirement: rule.Table<NodeSelectorRequirement> = [
  rule.requiredIf(
    "values",
    "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    ({ operator, values }) => (operator === "In" || operator === "NotIn") && listOf({ values }, "values").length !== 1,
  ),
  rule.text("operator", [(operator) => operator === "In" || operator === "NotIn", "not a valid selector operator"]),
  rule.text("key", [(key) => key === "metadata.name", "not a valid field selector key"]),
  rule.when(({ key }) => key === "metadata.name", rule.eachText("values", must.beSubdomain)),
];

/** The values of a preferred term are not validated. */
function nodeTerm(...ofValues: rule.Table<NodeSelectorRequirement>): rule.Table<NodeSelectorTerm> {
  return [rule.each("matchExpressions", [...requirement, ...ofValues]), rule.each("matchFields", fieldRequirement)];
}

/** Also used for the node affinity of volumes. */
export const nodeSelector: rule.Table<NodeSelector> = [
  rule.list("nodeSelectorTerms", must.beSet("must have at least one node selector term")),
  rule.each("nodeSelectorTerms", nodeTerm(rule.eachText("values", must.beLabelValue))),
];

const weight: rule.Rule<{ weight: number }, unknown> = rule.number(
  "weight",
  must.beIn(1, 100, "must be in the range 1-100"),
);

const podTerm: rule.Table<PodAffinityTerm> = [
  rule.object("labelSelector", labelSelector),
  rule.object("namespaceSelector", labelSelector),
  rule.eachText(["namespaces", "namespace"], (name, path) => must.beLabel(name, path.replace(/\[\d+\]$/, ""))),
  ...labelKeys,
  rule.text("topologyKey", must.beSet("can not be empty")),
  rule.text("topologyKey", must.beQualifiedName),
];
const podAffinity: rule.Table<PodAffinity> = [
  rule.each("requiredDuringSchedulingIgnoredDuringExecution", podTerm),
  rule.each("preferredDuringSchedulingIgnoredDuringExecution", [weight, rule.object("podAffinityTerm", podTerm)]),
];

export const affinity: rule.Table<Affinity> = [
  rule.optional("nodeAffinity", [
    rule.optional("requiredDuringSchedulingIgnoredDuringExecution", nodeSelector),
    rule.each("preferredDuringSchedulingIgnoredDuringExecution", [weight, rule.object("preference", nodeTerm())]),
  ]),
  rule.optional("podAffinity", podAffinity),
  rule.optional("podAntiAffinity", podAffinity),
];
