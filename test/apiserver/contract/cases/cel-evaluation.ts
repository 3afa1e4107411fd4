import type { ContractApi, ContractCase } from "../contract-case.js";
import { configMaps, decides, enforce, group } from "../policy-cases.js";
import { causesOnly } from "../custom-kinds.js";

const show = { show: causesOnly };

/** Evaluates expressions: they fail, or their texts are the message. */
const texts = (...expressions: readonly string[]): object => ({
  validations: [
    { expression: "false", messageExpression: expressions.map((each) => `string(${each})`).join(" + '|' + ") },
  ],
});
const fails = (expression: string, more: object = {}): object => ({ validations: [{ expression }], ...more });
const given = {
  data: { a: "x", n: "5" },
  metadata: { name: "a", labels: { l: "1" }, annotations: { "a.b/c": "d" } },
};

const failing = [
  "object.data.nope == 'x'",
  "object.nope.deep == 'x'",
  "object.data['nope'] == 'x'",
  "object.data == 'x'",
  "object.data.a > 1",
  "object.data.a + 1 == 2",
  "object.data.a.nope == 'x'",
  "object.data.a[0] == 'x'",
  "object.data.a",
  "object.data.a && true",
  "object.data.a ? true : false",
  "object.metadata.labels.all(k, k + 1 == 'x')",
  "object.data.a.all(x, true)",
  "int(object.data.a) == 1",
  "duration(object.data.a) == duration('1s')",
  "timestamp(object.data.a) == timestamp('2026-01-01T00:00:00Z')",
  "quantity(object.data.a).isInteger()",
  "ip(object.data.a).isLoopback()",
  "cidr(object.data.a).prefixLength() == 1",
  "url(object.data.a).getHost() == ''",
  "semver(object.data.a).major() == 1",
  "object.data.a.matches(object.data.a + '(')",
  "object.data.a.startsWith(1)",
  "1 / (size(object.data.a) - 1) == 1",
  "9223372036854775807 + size(object.data.a) > 0",
  "[1, 2][size(object.data) + 5] == 1",
  "oldObject.data.a == 'x'",
  "oldObject.data == null",
  "request.subResource == ''",
  "request.userInfo.extra['nope'] == ['x']",
  "namespaceObject.metadata.labels['nope'] == 'x'",
  "authorizer.group('').resource('').check('get').allowed()",
  "authorizer.path('').check('get').allowed()",
  "authorizer.serviceAccount('A_B', 'x').path('/').check('get').allowed()",
  "object.data.?nope.value() == 'x'",
  "optional.none().value() == 'x'",
  "!object.data.a",
  "-object.data.a == 1",
  "object.data.a in object.data.a",
  "object.data.a in 5",
  "object in [1]",
  "[object].exists(o, o.data.nope == 'x')",
  "[1, 2].exists(n, 1 / (n - 1) == 1)",
  "[1, 2].all(n, 1 / (n - 1) == 1)",
  "object.data.nope == 'x' || object.data.a == 'x'",
  "object.data.nope == 'x' && object.data.a == 'y'",
  "object.metadata.name.format([1])",
  "'%d'.format([object.data.a]) == 'x'",
  "'a'.substring(size(object.data.a) + 5) == 'x'",
  "lists.range(3).slice(2, size(object.data.a)) == []",
  "dyn(object.data.a).sum() == 1",
  "object.data.map(k, k).max() == dyn(1)",
  "[].min() == dyn(object.data.a)",
] as const;

const known: Readonly<Record<string, readonly string[]>> = {
  "the request": [
    "request.name",
    "request.namespace == namespaceObject.metadata.name",
    "request.operation",
    "request.kind.group + request.kind.version + request.kind.kind",
    "request.resource.resource",
    "request.requestKind.kind",
    "request.requestResource.resource",
    "has(request.subResource)",
    "has(request.requestSubResource)",
    "request.dryRun",
    "request.userInfo.username",
    "request.userInfo.groups.join(',')",
    "has(request.userInfo.uid)",
    "has(request.userInfo.extra)",
    "has(request.options)",
    "request.options.dryRun[0]",
    "type(request)",
    "type(request.userInfo)",
  ],
  "the namespace": [
    "namespaceObject.metadata.name == request.namespace",
    "has(namespaceObject.metadata.generateName)",
    "has(namespaceObject.metadata.annotations)",
    "namespaceObject.status.phase",
    "namespaceObject.spec.finalizers[0]",
    "type(namespaceObject.metadata.creationTimestamp)",
    "has(namespaceObject.metadata.deletionTimestamp)",
    "type(namespaceObject)",
  ],
  "the object": [
    "type(object)",
    "type(object.data)",
    "object.metadata.labels.l",
    "object.metadata.annotations['a.b/c']",
    "object.metadata.?nope.orValue('none')",
    "object.?nope.?deep.hasValue()",
    "oldObject == null",
    "size(object.data)",
    "object.kind + object.apiVersion",
    "type(object.metadata.creationTimestamp)",
    "has(object.metadata.uid)",
    "has(object.metadata.managedFields)",
    "has(object.metadata.resourceVersion)",
  ],
  rights: [
    "authorizer.path('/healthz').check('get').allowed()",
    "authorizer.path('/healthz').check('get').reason()",
    "authorizer.group('apps').resource('deployments').namespace('a').name('b').check('delete').allowed()",
    "authorizer.requestResource.check('custom').allowed()",
    "authorizer.serviceAccount('default', 'nobody').group('').resource('pods').check('get').allowed()",
    "authorizer.serviceAccount('default', 'nobody').group('').resource('pods').check('get').reason()",
    "authorizer.serviceAccount('default', 'nobody').group('').resource('pods').check('get').errored()",
    "authorizer.serviceAccount('default', 'nobody').group('').resource('pods').check('get').error()",
    "type(authorizer)",
    "type(authorizer.group('').resource('pods'))",
  ].map((each) => each),
};

/** Checks rights through variables, because the message cannot access the authorizer. */
function tellsRights(expressions: readonly string[]): object {
  const variables = expressions.map((expression, index) => ({
    name: `v${index}`,
    expression: `string(${expression})`,
  }));
  const all = variables.map(({ name }) => `variables.${name}`).join(" + '|' + ");
  return { variables, validations: [{ expression: `${all} == ''`, messageExpression: all }] };
}

const paramKind = { apiVersion: "v1", kind: "ConfigMap" };

function withParams(name: string, policy: object, paramRef: object): ContractCase {
  return {
    name,
    async run(api: ContractApi) {
      for (const each of ["p1", "p2"]) {
        const metadata = { name: each, labels: { which: each, param: "yes" } };
        await api.post(configMaps, { metadata, data: { limit: each } }, { record: false });
      }
      await enforce(api, { paramKind, ...policy }, { paramRef }, { paramKind, name: "p2" });
      await api.post(`${configMaps}?dryRun=All`, given, show);
    },
  };
}

const usesParams = fails("params.data.limit == 'p1'");

export const cases: readonly ContractCase[] = [
  ...failing.map((expression) => decides(`evaluated: ${expression}`, fails(expression), [given])),
  ...Object.entries(known).map(([what, expressions]) =>
    decides(`what is known of ${what}`, what === "rights" ? tellsRights(expressions) : texts(...expressions), [given]),
  ),
  decides(
    "several that cannot be evaluated",
    { validations: failing.slice(0, 3).map((expression) => ({ expression })) },
    [given],
  ),
  decides(
    "conditions that cannot be evaluated",
    {
      matchConditions: [
        { name: "a", expression: "object.data.nope == 'x'" },
        { name: "b", expression: "object.nope == 'x'" },
        { name: "c", expression: "true" },
      ],
      ...fails("false"),
    },
    [given],
  ),
  decides(
    "conditions know nothing of the namespace",
    {
      matchConditions: [{ name: "a", expression: "namespaceObject == null" }],
      ...fails("false"),
    },
    [given],
  ),
  decides(
    "a variable that cannot be evaluated",
    {
      variables: [{ name: "v", expression: "object.data.nope" }],
      validations: [{ expression: "variables.v == 'x'" }, { expression: "has(variables.v)" }],
    },
    [given],
  ),
  decides(
    "an annotation that cannot be evaluated",
    { auditAnnotations: [{ key: "k", valueExpression: "object.data.nope" }] },
    [given],
  ),
  decides(
    "messages that are long, broken in lines or blank",
    {
      validations: [
        { expression: "false", message: "m", messageExpression: "'a\\nb'" },
        { expression: "false", message: "m", messageExpression: "'  '" },
      ],
    },
    [given],
    { validationActions: ["Warn"] },
  ),
  decides("a warning and a note for the audit log", fails("object.data.nope == 'x'"), [given], {
    validationActions: ["Warn", "Audit"],
  }),
  withParams("parameters by name", usesParams, { name: "p2", parameterNotFoundAction: "Deny" }),
  withParams("parameters by labels", usesParams, {
    selector: { matchLabels: { param: "yes" } },
    parameterNotFoundAction: "Deny",
  }),
  withParams("no parameters, refused", usesParams, { name: "nope", parameterNotFoundAction: "Deny" }),
  withParams("no parameters, allowed", usesParams, { name: "nope", parameterNotFoundAction: "Allow" }),
  withParams("no parameters by labels, refused", usesParams, {
    selector: { matchLabels: { param: "no" } },
    parameterNotFoundAction: "Deny",
  }),
  withParams(
    "no parameters, refused, of a policy that does not mind",
    { ...usesParams, failurePolicy: "Ignore" },
    {
      name: "nope",
      parameterNotFoundAction: "Deny",
    },
  ),
  withParams("parameters elsewhere", usesParams, {
    name: "p1",
    namespace: "default",
    parameterNotFoundAction: "Deny",
  }),
  decides("a kind of parameters, and a binding without any", { paramKind, ...fails("params == null") }, [given]),
  decides("parameters of a binding, and a policy without a kind of them", fails("false"), [given], {
    paramRef: { name: "p1", parameterNotFoundAction: "Deny" },
  }),
  {
    name: "a policy's status",
    async run(api) {
      await enforce(api, { ...fails("object.data.a == 'x'") });
      await api.until(
        `${group}/validatingadmissionpolicies/$id`,
        ({ body }) => (body as { status?: { observedGeneration?: number } }).status?.observedGeneration === 1,
        { show: (body) => (body as { status: unknown }).status },
      );
    },
  },
];
