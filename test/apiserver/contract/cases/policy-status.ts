/** The status of ValidatingAdmissionPolicies: what a check of the types of their expressions finds. */
import type { ContractApi, ContractCase } from "../contract-case.js";
import { define, group as custom, inSpec, widgetDefinition } from "../custom-kinds.js";
import { group } from "../policy-cases.js";

const policies = `${group}/validatingadmissionpolicies`;

const rules = (apiGroup: string, apiVersion: string, ...resources: readonly string[]): object => ({
  operations: ["CREATE"],
  apiGroups: [apiGroup],
  apiVersions: [apiVersion],
  resources,
});

const matching = (...resourceRules: readonly object[]): object => ({ matchConstraints: { resourceRules } });
const configMaps = matching(rules("", "v1", "configmaps"));
const deployments = matching(rules("apps", "v1", "deployments"));
const pods = matching(rules("", "v1", "pods"));

interface Shown {
  readonly observedGeneration?: number;
  readonly typeChecking?: { readonly expressionWarnings?: readonly { readonly warning: string }[] };
}

/** Shows the status without the numbers in the names of types, which differ in each run. */
function statusOf(body: { readonly status?: Shown }): object {
  const text = JSON.stringify(body.status ?? {});
  return JSON.parse(text.replace(/\b([A-Z][A-Za-z]+)\d+\b(?=[.,)' ])/g, "$1")) as object;
}

async function untilChecked(api: ContractApi, generation: number): Promise<void> {
  await api.until(
    `${policies}/$id`,
    ({ body }) => (body as { status?: Shown }).status?.observedGeneration === generation,
    { show: statusOf },
  );
}

async function store(api: ContractApi, spec: object): Promise<void> {
  api.cleanUp(`${policies}/$id`);
  await api.post(policies, { metadata: { name: "$id" }, spec }, { record: false });
}

function checked(name: string, spec: object): ContractCase {
  return {
    name,
    async run(api) {
      await store(api, spec);
      await untilChecked(api, 1);
    },
  };
}

const each = (...expressions: readonly string[]): object => ({
  validations: expressions.map((expression) => ({ expression })),
});

const paramKind = { apiVersion: "v1", kind: "Secret" };

export const cases: readonly ContractCase[] = [
  checked("expressions that fit", { ...configMaps, ...each("object.data.a == 'x'", "object.metadata.name != ''") }),
  checked("a field that does not exist", { ...deployments, ...each("object.spec.replica > 1", "object.nope == 1") }),
  checked("fields of other types", {
    ...deployments,
    ...each(
      "object.spec.replicas == '1'",
      "object.spec.template.spec.containers == 1",
      "object.spec.template == 'x'",
      "object.spec.template.spec.containers[0] == 'x'",
      "object.metadata.labels == 'x'",
      "object.metadata.labels.a > 1",
      "object.metadata.creationTimestamp == 'now'",
      "object.metadata.creationTimestamp.getFullYear() > 2020",
      "object.spec.template.spec.containers.all(c, c.image > 1)",
      "object.spec.template.spec.containers.all(c, c.nope == 1)",
      "object.spec.strategy.rollingUpdate.maxSurge == 1",
      "object.spec.strategy.rollingUpdate.maxSurge == '1'",
      "oldObject.spec.replicas + 'x' == ''",
      "object == oldObject",
      "object.spec == object.metadata",
      "object.status.conditions.exists(c, c.type == 1)",
    ),
  }),
  checked("quantities, bytes and JSON", {
    ...pods,
    ...each(
      "object.spec.containers[0].resources.limits.cpu == '1'",
      "object.spec.overhead == {}",
      "object.spec.volumes[0].emptyDir.sizeLimit == '1'",
      "object.metadata.managedFields[0].fieldsV1 == 1",
      "object.spec.containers[0].livenessProbe.httpGet.port == 'http'",
      "object.spec.priority > 1.5",
    ),
  }),
  checked("binary data", { ...configMaps, ...each("object.binaryData.a == 'x'", "object.binaryData.a == b'x'") }),
  checked("names that are words of CEL", {
    ...matching(rules("networking.k8s.io", "v1", "networkpolicies")),
    ...each(
      "object.spec.ingress[0].from == 1",
      "object.spec.ingress[0].__from__ == 1",
      "object.spec.ingress[0]._from == []",
    ),
  }),
  checked("several faults in one expression", { ...configMaps, ...each("object.a == 1 &&\n  object.b == 2") }),
  checked("a message", {
    ...configMaps,
    validations: [
      { expression: "object.data.a == 'x'", messageExpression: "object.data.a + string(object.nope)" },
      { expression: "object.nope == 1", messageExpression: "'a'" },
    ],
  }),
  checked("variables", {
    ...configMaps,
    variables: [
      { name: "data", expression: "object.data" },
      { name: "meta", expression: "object.metadata" },
      { name: "wrong", expression: "object.nope" },
      { name: "user", expression: "request.userInfo" },
      { name: "owners", expression: "object.metadata.ownerReferences" },
      { name: "again", expression: "variables.data.a" },
    ],
    ...each(
      "variables.data.a > 1",
      "variables.data == 1",
      "variables.meta.nope == 1",
      "variables.wrong == 1",
      "variables.user.nope == 1",
      "variables.owners[0].nope == 1",
      "variables.owners == 1",
      "variables.again == 1",
    ),
  }),
  checked("parameters", {
    ...{ ...configMaps, paramKind },
    ...each("params.data.a == 'x'", "params.nope == object.data.a", "params.type == object.data.a", "params == object"),
  }),
  checked("parameters of a kind that does not exist", {
    ...{ ...configMaps, paramKind: { apiVersion: "nope.example.com/v1", kind: "Nope" } },
    ...each("params.a == object.data.a", "object.nope == params.a"),
  }),
  checked("the request and the namespace", {
    ...configMaps,
    ...each(
      "request.name == object.data.a && namespaceObject.metadata.name == request.namespace",
      "object.data.a == request.userInfo",
    ),
  }),
  checked("the right to the requested object", {
    ...configMaps,
    ...each("authorizer.requestResource.check('get').allowed()"),
  }),
  checked("several kinds", {
    ...matching(rules("apps", "v1", "deployments", "statefulsets", "replicasets"), rules("batch", "v1", "jobs")),
    ...each("object.spec.replicas > 1", "object.spec.serviceName == 'a'"),
  }),
  checked("a kind of two groups", {
    ...matching(rules("", "v1", "events")),
    ...each("object.involvedObject.name == 'a'"),
  }),
  checked("kinds by odd names", {
    ...matching(rules("", "v1", "configmap", "Secrets", "pods/status", "nope")),
    ...each("object.nope == 1"),
  }),
  checked("several groups and versions", {
    ...matching({
      ...rules("apps", "v1", "deployments", "leases"),
      apiGroups: ["apps", "coordination.k8s.io"],
      apiVersions: ["v1", "v1beta1"],
    }),
    ...each("object.spec.nope == 1"),
  }),
  checked("any kinds", {
    ...matching(rules("*", "v1", "configmaps"), rules("", "*", "secrets")),
    ...each("object.nope == 1"),
  }),
  checked("any resources of a group", { ...matching(rules("apps", "v1", "*")), ...each("object.nope == 1") }),
  checked("a kind that does not exist", {
    ...matching(rules("nope.example.com", "v1", "nopes")),
    ...each("object.nope == 1"),
  }),
  checked("more kinds than are checked", {
    ...matching(
      rules(
        "",
        "v1",
        "configmaps",
        "secrets",
        "pods",
        "services",
        "nodes",
        "namespaces",
        "endpoints",
        "events",
        "limitranges",
        "resourcequotas",
        "bindings",
      ),
      rules("apps", "v1", "deployments"),
    ),
    ...each("object.spec.nope == 1"),
  }),
  checked("a definition, whose schemas contain themselves", {
    ...matching(rules("apiextensions.k8s.io", "v1", "customresourcedefinitions")),
    ...each("object.spec.versions[0].schema.openAPIV3Schema.nope == 1", "object.spec.nope == 1"),
  }),
  checked("conditions and notes are not checked", {
    ...configMaps,
    matchConditions: [{ name: "a", expression: "object.nope == 1" }],
    auditAnnotations: [{ key: "a", valueExpression: "string(object.nope)" }],
    ...each("true"),
  }),
  {
    name: "a custom kind",
    async run(api) {
      const loose = { "x-kubernetes-preserve-unknown-fields": true };
      const pod = { type: "object", "x-kubernetes-embedded-resource": true, ...loose };
      const properties = {
        size: { type: "integer" },
        port: { "x-kubernetes-int-or-string": true },
        pods: { type: "array", items: pod },
        loose: { type: "object", ...loose },
      };
      await define(api, widgetDefinition(inSpec(properties)));
      await api.until(`/openapi/v3/apis/${custom}/v1`, ({ status }) => status === 200, { show: () => "published" });
      await store(api, {
        ...matching(rules(custom, "v1", "widgets")),
        ...each(
          "object.spec.size == 'x'",
          "object.spec.port == 'x' || object.spec.port == 1",
          "object.spec.pods[0].metadata.name == 1",
          "object.spec.pods[0] == 1",
          "object.spec.loose.nope == 1",
          "object.spec.nope == 1",
          "object.metadata.labels == 1",
          "object.status == 1",
        ),
      });
      await untilChecked(api, 1);
    },
  },
  {
    name: "a change is checked again",
    async run(api) {
      await store(api, { ...configMaps, ...each("object.nope == 1") });
      await untilChecked(api, 1);
      await api.patch(`${policies}/$id`, "merge", { spec: each("true") }, { record: false });
      await untilChecked(api, 2);
      await api.patch(`${policies}/$id`, "merge", { metadata: { labels: { a: "b" } } }, { record: false });
      await api.get(`${policies}/$id`, { show: (body) => body.metadata.managedFields.map(managerOf) });
    },
  },
];

function managerOf({ manager, operation, subresource }: Record<string, string>): object {
  return { manager, operation, subresource };
}
