import type { ContractCase } from "../contract-case.js";
import { withoutOwners } from "../kind-cases.js";
import { configMaps, constraints, decides, enforce } from "../policy-cases.js";

const show = { show: withoutOwners };

const good = { data: { mode: "good" } };
const bad = { data: { mode: "bad" } };
const isGood = "object.data.mode == 'good'";

export const cases: readonly ContractCase[] = [
  decides("an expression that is false refuses", { validations: [{ expression: isGood }] }, [good, bad]),
  decides("a message of the policy's own", { validations: [{ expression: isGood, message: "be good" }] }, [bad]),
  decides(
    "a message that is worked out",
    { validations: [{ expression: isGood, message: "be good", messageExpression: "'mode is ' + object.data.mode" }] },
    [bad],
  ),
  decides(
    "a message that cannot be worked out",
    { validations: [{ expression: isGood, message: "be good", messageExpression: "object.data.nope + ''" }] },
    [bad],
  ),
  decides("a reason", { validations: [{ expression: isGood, reason: "Forbidden" }] }, [bad]),
  decides("other reasons", { validations: [{ expression: isGood, reason: "RequestEntityTooLarge" }] }, [bad]),
  decides(
    "the first of several",
    {
      validations: [
        { expression: "true" },
        { expression: isGood, message: "first" },
        { expression: isGood, message: "second" },
      ],
    },
    [bad],
  ),
  decides("an expression that cannot be evaluated refuses", { validations: [{ expression: isGood }] }, [
    {},
    { data: {} },
  ]),
  decides(
    "an expression that cannot be evaluated is no matter",
    { failurePolicy: "Ignore", validations: [{ expression: isGood }] },
    [{}, bad],
  ),
  decides("a binding that warns", { validations: [{ expression: isGood, message: "be good" }] }, [bad], {
    validationActions: ["Warn"],
  }),
  decides("a binding that only audits", { validations: [{ expression: isGood }] }, [bad], {
    validationActions: ["Audit"],
  }),
  decides(
    "variables",
    {
      variables: [
        { name: "mode", expression: "object.data.mode" },
        { name: "isGood", expression: "variables.mode == 'good'" },
      ],
      validations: [{ expression: "variables.isGood", messageExpression: "'not ' + string(variables.mode)" }],
    },
    [good, bad, {}],
  ),
  decides(
    "conditions",
    {
      matchConditions: [
        { name: "guarded", expression: "has(object.metadata.labels) && 'guarded' in object.metadata.labels" },
      ],
      validations: [{ expression: isGood }],
    },
    [bad, { ...bad, metadata: { name: "a", labels: { guarded: "yes" } } }],
  ),
  decides(
    "what is known of the request",
    {
      validations: [
        {
          expression:
            "request.operation == 'CREATE' && request.kind.kind == 'ConfigMap' && request.resource.resource == 'configmaps'",
        },
        { expression: "request.name == 'a' && request.dryRun && request.namespace == namespaceObject.metadata.name" },
        { expression: "oldObject == null && request.userInfo.groups.exists(g, g == 'system:masters')" },
        { expression: "namespaceObject.metadata.labels['kubernetes.io/metadata.name'] == request.namespace" },
        {
          expression: "false",
          messageExpression:
            "request.options.kind + ' ' + request.options.apiVersion + ' ' + string(has(request.subResource))",
        },
      ],
    },
    [good],
  ),
  decides(
    "the authorizer",
    {
      validations: [
        { expression: "authorizer.group('').resource('configmaps').namespace('default').check('create').allowed()" },
        { expression: "authorizer.path('/healthz').check('get').allowed()" },
        { expression: "authorizer.requestResource.check('delete').allowed()" },
        {
          expression:
            "!authorizer.serviceAccount('default', 'nobody').group('').resource('pods').check('list').allowed()",
        },
        { expression: "authorizer.path('').check('get').allowed()" },
      ],
    },
    [good],
  ),
  decides(
    "libraries",
    {
      validations: [
        {
          expression:
            "quantity('1Gi').isGreaterThan(quantity('1Mi')) && 'a1'.matches('^[a-z][0-9]$') && url('https://a/b').getHost() == 'a'",
        },
        { expression: "object.data.all(k, k.size() < 5) && object.metadata.?labels.x.orValue('y') == 'y'" },
        { expression: "false" },
      ],
    },
    [good],
  ),
  decides(
    "a parameter that is not there refuses",
    {
      paramKind: { apiVersion: "v1", kind: "ConfigMap" },
      validations: [{ expression: "params.data.mode == object.data.mode" }],
    },
    [good],
    { paramRef: { name: "nope", namespace: "$ns", parameterNotFoundAction: "Deny" } },
  ),
  decides(
    "a parameter of a kind that is not served",
    {
      paramKind: { apiVersion: "$id.example.com/v1", kind: "Limit" },
      validations: [{ expression: "params != null" }],
    },
    [good],
    { paramRef: { name: "a", parameterNotFoundAction: "Allow" } },
  ),
  {
    name: "parameters",
    async run(api) {
      const paramKind = { apiVersion: "v1", kind: "Secret" };
      await api.post(
        "/api/v1/namespaces/$ns/secrets",
        { metadata: { name: "params" }, stringData: { mode: "good" } },
        { record: false },
      );
      await enforce(
        api,
        {
          paramKind,
          validations: [
            {
              expression:
                "string(params.data.mode) == 'Z29vZA==' && params.kind == 'Secret' && object.data.mode == 'good'",
            },
          ],
        },
        { paramRef: { name: "params", parameterNotFoundAction: "Deny" } },
        { paramKind, name: "params" },
      );
      for (const object of [good, bad])
        await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a" }, ...object }, show);
    },
  },
  {
    name: "updates and deletes",
    async run(api) {
      await api.post(configMaps, { metadata: { name: "a" }, ...good }, { record: false });
      await enforce(api, {
        validations: [
          {
            expression: "request.operation != 'UPDATE' || object.data.mode == oldObject.data.mode",
            message: "mode stays",
          },
          { expression: "request.operation != 'DELETE' || object != null", message: "stays" },
        ],
      });
      await api.patch(`${configMaps}/a`, "merge", { data: { mode: "bad" } }, show);
      await api.patch(`${configMaps}/a`, "merge", { data: { other: "x" } }, { show: ({ data }) => data as unknown });
      await api.delete(`${configMaps}/a`, undefined, show);
    },
  },
  {
    name: "a binding for some objects alone",
    async run(api) {
      await enforce(
        api,
        { validations: [{ expression: isGood }] },
        { matchResources: { objectSelector: { matchLabels: { guarded: "yes" } } } },
      );
      await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a" }, ...bad }, show);
      await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a", labels: { guarded: "yes" } }, ...bad }, show);
    },
  },
  {
    name: "rules that are excluded, and names",
    async run(api) {
      const resourceRules = [{ ...constraints.resourceRules[0], resourceNames: ["named"] }];
      await enforce(api, {
        matchConstraints: {
          ...constraints,
          resourceRules,
          excludeResourceRules: [{ ...constraints.resourceRules[0], operations: ["DELETE"] }],
        },
        validations: [{ expression: "false" }],
      });
      await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a" } }, show);
      await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "named" } }, show);
    },
  },
];
