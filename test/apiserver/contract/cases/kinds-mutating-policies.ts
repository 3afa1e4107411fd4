import type { ContractCase } from "../contract-case.js";
import { changes, rows, tries, variants } from "../kind-cases.js";
import { apply, group, patch } from "../policy-cases.js";

export const versions = ["1.37"];

const policies = `${group}/mutatingadmissionpolicies`;
const bindings = `${group}/mutatingadmissionpolicybindings`;

const rule = { operations: ["CREATE"], apiGroups: ["apps"], apiVersions: ["v1"], resources: ["deployments"] };
const policy = {
  metadata: { name: "$id" },
  spec: {
    matchConstraints: { resourceRules: [rule] },
    mutations: [apply("Object{spec: Object.spec{replicas: 1}}")],
    reinvocationPolicy: "Never",
  },
};
const binding = { metadata: { name: "$id" }, spec: { policyName: "a" } };

const mutations = (...all: readonly object[]) => ({ "spec.mutations": all as never });

export const cases: readonly ContractCase[] = [
  tries("policies: defaults, and what is missing", policies, [
    policy,
    { metadata: { name: "a" } },
    { metadata: { name: "a" }, spec: {} },
    { metadata: { name: "a_" }, spec: { ...policy.spec, reinvocationPolicy: "Sometimes", failurePolicy: "Warn" } },
  ]),
  variants("policies: mutations", policies, policy, [
    mutations(),
    mutations({}),
    mutations({ patchType: "Other" }),
    mutations({ patchType: "ApplyConfiguration" }),
    mutations({ patchType: "JSONPatch" }),
    mutations({ ...apply("Object{}"), patchType: "JSONPatch" }),
    mutations({ ...patch("[JSONPatch{op: 'add', path: '/a', value: 1}]"), patchType: "ApplyConfiguration" }),
    mutations(apply(" ")),
    mutations(patch("")),
    mutations(apply("Object{}"), patch("[JSONPatch{op: 'remove', path: '/a'}]")),
  ]),
  variants("policies: expressions that do not compile", policies, policy, [
    mutations(apply("{'a': 'b'}")),
    mutations(apply("[Object{}]")),
    mutations(apply("Other{}")),
    mutations(apply("Object{a: nope}")),
    mutations(apply("  Object{a: Other{}}  ")),
    mutations(apply("Object.spec{}")),
    mutations(apply("Object{a: 1}.a == 1")),
    mutations(patch("[]")),
    mutations(patch("JSONPatch{op: 'add'}")),
    mutations(patch("[JSONPatch{op: 1, path: '/a'}]")),
    mutations(patch("[JSONPatch{op: 'add', path: ['a'], value: 1}]")),
    mutations(patch("[Object{}]")),
    mutations(patch("[JSONPatch{?op: 'add'}]")),
    mutations(patch("[JSONPatch{?op: optional.of('add'), ?path: optional.of(1)}]")),
    mutations(apply("params == null ? Object{} : Object{}")),
    { "spec.variables": [{ name: "a", expression: "Object{}" }] },
    { "spec.matchConditions": [{ name: "a", expression: "Object{} == null" }] },
  ]),
  variants("policies: constraints", policies, policy, [
    { "spec.matchConstraints": {} },
    { "spec.matchConstraints.resourceRules": [{ ...rule, operations: ["DELETE"] }] },
    {
      "spec.matchConstraints.resourceRules": [
        { ...rule, operations: ["*"] },
        { ...rule, operations: ["UPDATE", "DELETE"] },
      ],
    },
    { "spec.matchConstraints.matchPolicy": "Other" },
    { "spec.paramKind": {} },
    { "spec.paramKind": { apiVersion: "v1", kind: "Secret" }, ...mutations(apply("Object{a: params.b}")) },
    {
      "spec.variables": [
        { name: "a b", expression: "1" },
        { name: "c", expression: "" },
      ],
    },
    { "spec.variables": [{ name: "a", expression: "1" }], ...mutations(apply("Object{a: variables.a + variables.b}")) },
  ]),
  changes(
    "policies: updates",
    policies,
    policy,
    [{ "spec.reinvocationPolicy": "IfNeeded" }, { "spec.mutations": [] }],
    {
      isClusterScoped: true,
    },
  ),
  variants("bindings", bindings, binding, [
    {},
    { spec: {} },
    { "spec.policyName": "A_" },
    { "spec.paramRef": {} },
    { "spec.paramRef": { name: "a", selector: {}, parameterNotFoundAction: "Other" } },
    { "spec.matchResources": {} },
    { "spec.matchResources": { resourceRules: [{ ...rule, operations: ["DELETE"] }] } },
    { "spec.validationActions": ["Deny"] },
  ]),
  rows("policies: rows", policies, [policy], { isClusterScoped: true }),
  rows("bindings: rows", bindings, [binding], { isClusterScoped: true }),
];
