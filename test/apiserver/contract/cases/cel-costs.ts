import type { ContractApi, ContractCase } from "../contract-case.js";
import { causesOnly, define, inSpec, widget, widgetDefinition, widgets } from "../custom-kinds.js";
import { configMaps, decides, enforce, group } from "../policy-cases.js";

const long = { type: "string", maxLength: 20_000 };
const show = { show: causesOnly };

const sought = "y".repeat(6680);
/** Costs 668 for every ten characters of `a`, plus 4. */
const searches = { rule: `self.on && self.a.contains('${sought}') || true`, message: "is dear" };
/** With this object, the rule costs 1,000,000: the limit of one expression. */
const justAffordable = { on: true, a: "x".repeat(14_970) };
const tooDear = { on: true, a: "x".repeat(14_971) };
const half = { on: true, a: "x".repeat(7500) };

interface Ruled {
  readonly rules: readonly object[];
  readonly properties?: object;
}

function judges(name: string, { rules, properties }: Ruled, ...specs: readonly object[]): ContractCase {
  return {
    name,
    async run(api) {
      const schema = inSpec({ on: { type: "boolean" }, a: long, ...properties }, { "x-kubernetes-validations": rules });
      await define(api, widgetDefinition(schema));
      for (const spec of specs) await api.post(`${widgets}?dryRun=All`, widget(spec), show);
    },
  };
}

function times<Made>(count: number, make: (index: number) => Made): readonly Made[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

const messageExpression = `self.a.contains('${sought}') ? 'found' : 'not found'`;

/** Costs 350,000 for each check, and little more. */
const checks = (count: number): string =>
  times(count, () => "authorizer.group('').resource('pods').check('get').allowed()").join(" && ");
const dear = { expression: checks(2) };
/** Costs a tenth of the product of the two lengths, plus 10. */
const searched = "object.metadata.name == 'a' && object.data.a.contains(object.data.b) || true";
const texts = (a: number, b: number): object => ({ data: { a: "x".repeat(a), b: "y".repeat(b) } });
const hook = {
  name: "hook.example.com",
  admissionReviewVersions: ["v1"],
  sideEffects: "None",
  clientConfig: { url: "https://127.0.0.1:1/never" },
  rules: [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
  namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "$ns" } },
};

/** Creates a case for expensive conditions of a webhook for config maps. The webhook is never called: one condition is false. */
function conditioned(name: string, failurePolicy: string, conditions: readonly string[]): ContractCase {
  const path = `${group}/validatingwebhookconfigurations`;
  const named = conditions.map((expression, index) => ({ name: `c${index}`, expression }));
  const probe = { name: "probe", expression: "object.metadata.name != 'probe'" };
  return {
    name,
    async run(api) {
      api.cleanUp(`${path}/$id`);
      const webhooks = [{ ...hook, failurePolicy, matchConditions: [probe, ...named] }];
      await api.post(path, { metadata: { name: "$id" }, webhooks }, { record: false });
      await heard(api);
      await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a" } }, show);
    },
  };
}

/** Waits until a policy that is stored later takes effect. */
async function heard(api: ContractApi): Promise<void> {
  await enforce(api, { validations: [{ expression: "true" }] });
}

export const cases: readonly ContractCase[] = [
  judges(
    "a rule that costs as much as one may, and one that costs more",
    { rules: [searches] },
    justAffordable,
    tooDear,
  ),
  judges(
    "a rule with a message that costs too much, and those after it",
    { rules: [searches, { rule: "false" }] },
    tooDear,
    {},
  ),
  judges("those before a rule that costs too much", { rules: [{ rule: "false", message: "no" }, searches] }, tooDear),
  judges(
    "errors do not leave it aside that a rule costs too much",
    { rules: [{ ...searches, rule: `[1][int(self.on ? 1 : 0)] > 1 || ${searches.rule}` }] },
    tooDear,
  ),
  judges("rules that cost as much as all together may", { rules: times(10, () => searches) }, justAffordable, {
    ...half,
  }),
  judges("rules that cost more than all together may", { rules: times(11, () => searches) }, justAffordable, {
    ...half,
  }),
  judges(
    "nothing is left for a rule further in",
    {
      rules: times(10, () => searches),
      properties: { inner: { type: "object", "x-kubernetes-validations": [{ rule: "true" }] } },
    },
    { ...justAffordable, inner: {} },
    { ...half, inner: {} },
    justAffordable,
  ),
  judges(
    "a message that costs too much",
    { rules: [{ rule: "self.a == 'z'", messageExpression, fieldPath: ".a" }, { rule: "false" }] },
    tooDear,
    half,
  ),
  judges(
    "a message for which not enough is left",
    {
      rules: [...times(9, () => searches), { rule: "self.a == 'z'", messageExpression, message: "said otherwise" }],
    },
    justAffordable,
    half,
  ),
  judges(
    "folds within folds",
    {
      rules: [{ rule: "self.list.all(x, self.list.all(y, x != y || x == y))" }],
      properties: { list: { type: "array", maxItems: 500, items: { type: "integer" } } },
    },
    { list: times(400, (index) => index) },
    { list: times(450, (index) => index) },
  ),
  {
    name: "an update is judged with a budget of its own",
    async run(api) {
      const rules = [
        searches,
        { ...searches, rule: searches.rule.replace("self.a", "oldSelf.a") },
        { ...searches, rule: `oldSelf.hasValue() || ${searches.rule}`, optionalOldSelf: true },
      ];
      await define(
        api,
        widgetDefinition(inSpec({ on: { type: "boolean" }, a: long }, { "x-kubernetes-validations": rules })),
      );
      await api.post(widgets, widget(half), show);
      await api.patch(`${widgets}/a`, "merge", { spec: tooDear }, show);
      await api.patch(`${widgets}/a`, "merge", { spec: justAffordable }, show);
      await api.patch(`${widgets}/a`, "merge", { metadata: { labels: { a: "b" } } }, show);
    },
  },
  decides(
    "a policy's expression that costs as much as one may, and one that costs more",
    { validations: [{ expression: searched }] },
    [texts(7380, 13_550), texts(7381, 13_550)],
  ),
  decides("checks of rights", { validations: [{ expression: checks(2) }] }, [{}]),
  decides("too many checks of rights", { validations: [{ expression: checks(3) }] }, [{}]),
  decides(
    "too many checks of rights are no matter",
    { failurePolicy: "Ignore", validations: [{ expression: checks(3) }, { expression: "false" }] },
    [{}],
  ),
  decides(
    "one that costs too much keeps none of the others away",
    { validations: [{ expression: checks(3) }, { expression: "false", message: "no" }] },
    [{}],
  ),
  decides("expressions that cost as much as all together may", { validations: times(14, () => dear) }, [{}]),
  decides("expressions that cost more than all together may", { validations: times(15, () => dear) }, [{}]),
  decides(
    "expressions that cost more than all together may are no matter",
    { failurePolicy: "Ignore", validations: [{ expression: "false" }, ...times(15, () => dear)] },
    [{}],
  ),
  decides(
    "a variable costs once",
    {
      variables: [{ name: "dear", expression: checks(2) }],
      validations: times(16, () => ({ expression: "variables.dear" })),
    },
    [{}],
  ),
  decides(
    "variables that cost more than all together may",
    {
      variables: times(15, (index) => ({ name: `v${index}`, expression: checks(2) })),
      validations: [{ expression: times(15, (index) => `variables.v${index}`).join(" && ") }],
    },
    [{}],
  ),
  decides(
    "a variable that costs too much itself",
    { variables: [{ name: "dear", expression: checks(3) }], validations: [{ expression: "variables.dear" }] },
    [{}],
  ),
  decides(
    "messages are worked out with what is left, whether they are needed or not",
    {
      validations: [
        ...times(12, () => dear),
        { expression: "true", messageExpression: `string(${searched})` },
        { expression: "false", messageExpression: `string(${searched})` },
        { expression: "false", message: "no" },
      ],
    },
    [texts(1, 1), texts(7000, 10_000), texts(9000, 10_000)],
  ),
  decides(
    "a message that costs too much itself",
    { validations: [{ expression: "false", message: "no", messageExpression: `string(${searched})` }] },
    [texts(10_010, 10_010)],
  ),
  decides(
    "conditions that cost as much as they may",
    {
      matchConditions: times(3, (index) => ({ name: `c${index}`, expression: checks(2) })),
      validations: [{ expression: "false" }],
    },
    [{}],
  ),
  decides(
    "conditions that cost more than they may",
    {
      matchConditions: times(4, (index) => ({ name: `c${index}`, expression: checks(2) })),
      validations: [{ expression: "false" }],
    },
    [{}],
  ),
  decides(
    "conditions that cost more than they may are no matter",
    {
      failurePolicy: "Ignore",
      matchConditions: times(4, (index) => ({ name: `c${index}`, expression: checks(2) })),
      validations: [{ expression: "false" }],
    },
    [{}],
  ),
  decides(
    "annotations for the audit log have a budget of their own",
    {
      validations: times(14, () => dear),
      auditAnnotations: times(15, (index) => ({ key: `k${index}`, valueExpression: `string(${checks(2)})` })),
    },
    [{}],
  ),
  decides(
    "an annotation for the audit log that costs too much",
    { auditAnnotations: [{ key: "k", valueExpression: `string(${checks(3)})` }] },
    [{}],
  ),
  conditioned("a webhook's conditions that cost as much as they may", "Fail", [...times(3, () => checks(2)), "false"]),
  conditioned(
    "a webhook's conditions that cost more than they may",
    "Fail",
    times(4, () => checks(2)),
  ),
  conditioned("a webhook's conditions of which one is false, and more than they may cost", "Fail", [
    "false",
    ...times(4, () => checks(2)),
  ]),
  conditioned(
    "a webhook's conditions that cost more than they may are no matter",
    "Ignore",
    times(4, () => checks(2)),
  ),
  conditioned("a webhook's condition that costs too much itself", "Fail", [checks(3)]),
];
