import type { ContractCase } from "../contract-case.js";
import { causesOnly, definitionsPath, inSpec, widgetDefinition } from "../custom-kinds.js";
import { constraints, group } from "../policy-cases.js";

const show = { show: causesOnly };

/** Creates a case that stores policies. */
function stores(name: string, ...policies: readonly object[]): ContractCase {
  return {
    name,
    async run(api) {
      for (const policy of policies) {
        const spec = { matchConstraints: constraints, ...policy };
        await api.post(`${group}/validatingadmissionpolicies?dryRun=All`, { metadata: { name: "$id" }, spec }, show);
      }
    },
  };
}

const validations = (...expressions: readonly string[]): object => ({
  validations: expressions.map((expression) => ({ expression })),
});
const fine = validations("true");
const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

/** Expressions that the compiler rejects, one for each kind of error. */
const wrongTypes = [
  "nope",
  "nope.field == 1",
  "nope(1)",
  "object.nope()",
  "request.nope == ''",
  "request.userInfo.nope.deep == ''",
  "request.operation == 1",
  "1 + 'a' == 2",
  "request.name.size",
  "request.dryRun.all(x, x)",
  "request.userInfo.groups.all(x, x == 1)",
  "request.userInfo.groups.exists(x, x)",
  "request.name && true",
  "true || 1",
  "!1",
  "-'a' == 1",
  "1 ? true : false",
  "true ? 1 : 'a'",
  "request.name.startsWith(1)",
  "request.name.startsWith('a', 'b')",
  "startsWith('a')",
  "request.name[0] == 'a'",
  "request.userInfo.groups['a'] == 'b'",
  "'a' in request.name",
  "nope == 1 && other == 2",
  "  nope",
  "true &&\n  nope == 1",
  "'é😀' == nope",
  "has(request.nope)",
  "request.?nope.orValue('') == ''",
  "object.a.b.c.map(x, y)  == []",
  "params.a == 1",
  "variables.a == 1",
  "namespaceObject.metadata.nope == ''",
  "authorizer.group(1).resource('a').check('b').allowed()",
  "authorizer.nope()",
  "quantity(1).isInteger()",
  "ip(request.dryRun).isLoopback()",
  "optional.of(1).value() == 'a'",
  "size(1) == 1",
  "[1, 2].sum() == 'a'",
  "timestamp('a') == 1",
  "dyn(nope) == 1",
  "{'a': nope}.a == 1",
  "[nope, other].size() == 2",
] as const;

const wrongResults = [
  "1",
  "'a'",
  "object",
  "request.name",
  "[true]",
  "null",
  "request.userInfo",
  "duration('1s')",
  "{'a': 1}",
];

/** Keys with which an expression reads values whose types are unknown, or known. */
const keys = [
  "object.data[[1]] == 'a'",
  "object.data[{}] == 'a'",
  "object.data[{'a': 1}] == 'a'",
  "object.data[1] == 'a'",
  "object.data[1u] == 'a'",
  "object.data[1.5] == 'a'",
  "object.data[true] == 'a'",
  "object.data[null] == 'a'",
  "object.data[b'a'] == 'a'",
  "object.data[duration('1s')] == 'a'",
  "object.data[timestamp('2020-01-01T00:00:00Z')] == 'a'",
  "object.data[type(1)] == 'a'",
  "object.data[string] == 'a'",
  "object.data[object] == 'a'",
  "object.data[request] == 'a'",
  "object.data[[object]] == 'a'",
  "object.data[[]] == 'a'",
  "object.data[optional.of(1)] == 'a'",
  "object.data[?[1]].hasValue()",
  "object[[1]] == 'a'",
  "object.data[dyn([1])] == 'a'",
  "object.data[quantity('1')] == 'a'",
  "object.data[url('https://a.b')] == 'a'",
  "request.userInfo.extra[[1]] == []",
  "request.userInfo.extra[1] == []",
  "request.userInfo.extra['a'] == []",
  "request.userInfo.groups['a'] == 'a'",
  "request.userInfo.groups[1u] == 'a'",
  "request.userInfo.groups[1.0] == 'a'",
  "request.userInfo.groups[[1]] == 'a'",
  "request.userInfo.groups[dyn('a')] == 'a'",
  "{'a': 1}[1] == 1",
  "{'a': 1}[[1]] == 1",
  "{'a': 1, 2: 3}[[1]] == 1",
  "[1]['a'] == 1",
  "{[1]: 1}[[1]] == 1",
  "{[1]: 1} == {}",
  "{1.5: 1} == {}",
  "{null: 1} == {}",
  "{object: 1} == {}",
  "{{}: 1} == {}",
  "{1u: 1, true: 2, 'a': 3} == {}",
  "{dyn([1]): 1} == {}",
  "{duration('1s'): 1} == {}",
  "{type(1): 1} == {}",
  "[1] in object.data",
  "1 in object.data",
  "[1] in {'a': 1}",
  "object[object.data] == 'a'",
  "object.data.exists(k, k == [1])",
  "dyn(object.data)[[1]] == 'a'",
  "params[[1]] == 'a'",
];

export const cases: readonly ContractCase[] = [
  stores("keys of maps and lists", ...keys.map((key) => validations(key)), {
    paramKind,
    ...validations("params[[1]] == 'a'"),
  }),
  ...wrongTypes.map((expression) => stores(`a policy with ${JSON.stringify(expression)}`, validations(expression))),
  stores("policies that give something else", ...wrongResults.map((expression) => validations(expression))),
  stores(
    "faults of syntax",
    ...["object.", "true &&", "(true", "a b", "'a", "1 +* 2", "object.a.all(1, true)", "has(object)"].map((each) =>
      validations(each),
    ),
  ),
  stores(
    "wrong literals",
    ...["'a'.matches('(')", "duration('1x') == duration('1s')", "[1, 'a'].size() == 2", "int('a') == 1"].map((each) =>
      validations(each),
    ),
  ),
  stores("several expressions of a policy that do not compile", {
    ...validations("nope", "true", "1", "other == 1"),
    matchConditions: [
      { name: "a", expression: "nope" },
      { name: "b", expression: "1" },
      { name: "c", expression: "variables.v" },
    ],
    variables: [
      { name: "v", expression: "nope == 1" },
      { name: "w", expression: "variables.v + variables.nope" },
    ],
    auditAnnotations: [
      { key: "k", valueExpression: "1" },
      { key: "l", valueExpression: "nope" },
    ],
  }),
  stores(
    "messages that do not compile",
    { validations: [{ expression: "true", messageExpression: "1" }] },
    { validations: [{ expression: "true", messageExpression: "nope" }] },
    { validations: [{ expression: "true", messageExpression: "string(authorizer.path('/').check('get').allowed())" }] },
    { validations: [{ expression: "true", messageExpression: "params.a + ''" }] },
    { paramKind, validations: [{ expression: "params.data.a == 'b'", messageExpression: "params.data.a" }] },
  ),
  stores(
    "variables",
    { ...fine, variables: [{ name: "", expression: "1" }] },
    {
      ...fine,
      variables: [
        { name: "a-b", expression: "1" },
        { name: "in", expression: "1" },
        { name: "1a", expression: "1" },
      ],
    },
    {
      ...fine,
      variables: [
        { name: "a", expression: "" },
        { name: "b", expression: "  " },
      ],
    },
    {
      ...fine,
      variables: [
        { name: "a", expression: "variables.b" },
        { name: "b", expression: "1" },
      ],
    },
    {
      ...fine,
      variables: [
        { name: "a", expression: "1" },
        { name: "a", expression: "'x'" },
      ],
    },
    { ...validations("variables.a == 'x'"), variables: [{ name: "a", expression: "1" }] },
  ),
  stores(
    "annotations for the audit log",
    { auditAnnotations: [{ key: "", valueExpression: "'a'" }] },
    {
      auditAnnotations: [
        { key: "a/b", valueExpression: "'a'" },
        { key: "a b", valueExpression: "'a'" },
      ],
    },
    {
      auditAnnotations: [
        { key: "a", valueExpression: "" },
        { key: "b", valueExpression: " " },
      ],
    },
    {
      auditAnnotations: [
        { key: "a", valueExpression: "'a'" },
        { key: "a", valueExpression: "null" },
      ],
    },
    {
      auditAnnotations: [
        { key: "a", valueExpression: "1" },
        { key: "b", valueExpression: " nope " },
      ],
    },
    { auditAnnotations: [{ key: "a", valueExpression: `'${"x".repeat(5120)}'` }] },
    { auditAnnotations: Array.from({ length: 21 }, (_, index) => ({ key: `k${index}`, valueExpression: "'a'" })) },
  ),
  {
    name: "conditions of webhooks that do not compile",
    async run(api) {
      const hook = {
        name: "hook.example.com",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        clientConfig: { url: "https://127.0.0.1:1/never" },
        matchConditions: [
          { name: "a", expression: "nope" },
          { name: "b", expression: "1" },
          { name: "c", expression: " params.a == 1 " },
          { name: "d", expression: "request.nope && other" },
          { name: "e", expression: "request.operation == 'CREATE'" },
        ],
      };
      for (const kind of ["validating", "mutating"]) {
        const path = `${group}/${kind}webhookconfigurations?dryRun=All`;
        await api.post(path, { metadata: { name: "$id" }, webhooks: [hook] }, show);
      }
    },
  },
  {
    name: "rules of custom resources that do not compile",
    async run(api) {
      const rules = [
        { rule: "nope" },
        { rule: "self.nope == 1 && other == 2" },
        { rule: "self.a == 1" },
        { rule: "self.a" },
        { rule: "self.n.all(x, true)" },
        { rule: "true", messageExpression: "nope" },
        { rule: "true", messageExpression: "self.n" },
        { rule: "self.a.startsWith(self.n)" },
        { rule: "self.a.nope()" },
        { rule: "true &&\n self.nope", message: "no" },
        { rule: "dyn(self)[[1]] == 1" },
        { rule: "dyn(self)[null][[1]] == 1 || dyn(self)[b'a'] == 1" },
        { rule: "true", messageExpression: "string(dyn(self)[{}])" },
        { rule: "[1, 'a', true].size() == 2 && [1, 2, dyn('a')].size() == 1" },
      ];
      const properties = { a: { type: "string" }, n: { type: "integer" } };
      for (const rule of rules) {
        const definition = widgetDefinition(inSpec(properties, { "x-kubernetes-validations": [rule] }));
        await api.post(`${definitionsPath}?dryRun=All`, definition, show);
      }
    },
  },
];
