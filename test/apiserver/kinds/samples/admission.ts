import type { Sample } from "./sample.js";

const admission = "/apis/admissionregistration.k8s.io/v1";
const metadata = { name: "$id", labels: { app: "a" } };
const rule = {
  apiGroups: ["$id.example.com"],
  apiVersions: ["v1"],
  operations: ["CREATE", "UPDATE"],
  resources: ["things"],
  scope: "Namespaced",
};
const webhook = {
  name: "a.$id.example.com",
  clientConfig: { service: { name: "s", namespace: "n", path: "/x", port: 443 } },
  rules: [rule],
  failurePolicy: "Ignore",
  matchPolicy: "Exact",
  namespaceSelector: { matchLabels: { a: "b" } },
  objectSelector: { matchExpressions: [{ key: "c", operator: "In", values: ["d"] }] },
  sideEffects: "None",
  timeoutSeconds: 5,
  admissionReviewVersions: ["v1"],
  matchConditions: [{ name: "a", expression: "request.operation == 'CREATE'" }],
};

export const admissionSamples: readonly Sample[] = [
  { path: `${admission}/validatingwebhookconfigurations`, object: { metadata, webhooks: [webhook] } },
  {
    path: `${admission}/mutatingwebhookconfigurations`,
    object: { metadata, webhooks: [{ ...webhook, reinvocationPolicy: "IfNeeded" }] },
  },
  {
    path: `${admission}/validatingadmissionpolicies`,
    object: {
      metadata,
      spec: {
        failurePolicy: "Ignore",
        paramKind: { apiVersion: "v1", kind: "ConfigMap" },
        matchConstraints: {
          resourceRules: [{ ...rule, resourceNames: ["a"] }],
          excludeResourceRules: [rule],
          matchPolicy: "Exact",
          namespaceSelector: { matchLabels: { a: "b" } },
          objectSelector: { matchLabels: { a: "b" } },
        },
        matchConditions: [{ name: "a", expression: "request.operation == 'CREATE'" }],
        variables: [{ name: "v", expression: "object.metadata.name" }],
        validations: [
          { expression: "variables.v == params.data.a", message: "m", reason: "Forbidden" },
          { expression: "true", messageExpression: "'no ' + variables.v" },
        ],
        auditAnnotations: [{ key: "k", valueExpression: "variables.v" }],
      },
    },
    status: {
      observedGeneration: 1,
      typeChecking: { expressionWarnings: [{ fieldRef: "spec.validations[0].expression", warning: "w" }] },
      conditions: [
        { type: "Ready", status: "True", reason: "R", message: "m", lastTransitionTime: "2020-01-01T00:00:00Z" },
      ],
    },
  },
  {
    path: `${admission}/validatingadmissionpolicybindings`,
    object: {
      metadata,
      spec: {
        policyName: "$id",
        paramRef: { name: "p", namespace: "n", parameterNotFoundAction: "Deny" },
        matchResources: {
          resourceRules: [rule],
          matchPolicy: "Equivalent",
          namespaceSelector: { matchLabels: { a: "b" } },
        },
        validationActions: ["Warn", "Audit"],
      },
    },
  },
];
