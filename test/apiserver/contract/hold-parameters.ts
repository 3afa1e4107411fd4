import { call } from "./call.js";
import type { Connection } from "./exchange.js";
import { group } from "./policy-cases.js";
import { untilSo } from "./until-so.js";

/**
 * Stores policies with parameters that stay until the server ends. When the last policy with a kind of parameters goes,
 * kube-apiserver stops its informer for that kind, and never starts it again: later policies find no parameters.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_source.go (ensureParamsForPolicyLocked).
 */
export async function holdParameters(connection: Connection): Promise<void> {
  for (const kind of ["ConfigMap", "Secret"]) await hold(connection, kind);
}

async function hold(connection: Connection, kind: string): Promise<void> {
  const [name, namespace] = [`held-${kind.toLowerCase()}s`, "kube-node-lease"];
  const matchConstraints = {
    namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
    resourceRules: [
      {
        operations: ["CREATE"],
        apiGroups: [""],
        apiVersions: ["v1"],
        resources: ["configmaps"],
        resourceNames: [name],
      },
    ],
  };
  const policy = { matchConstraints, paramKind: { apiVersion: "v1", kind }, validations: [{ expression: "true" }] };
  const paramRef = { name: "missing", namespace, parameterNotFoundAction: "Deny" };
  const binding = { policyName: name, validationActions: ["Deny"], paramRef };
  const store = (resource: string, spec: object): Promise<unknown> =>
    call(connection, "POST", `${group}/${resource}`, { metadata: { name }, spec });
  await store("validatingadmissionpolicies", policy);
  await store("validatingadmissionpolicybindings", binding);
  await untilSo("the parameters are held", async () => {
    const configMap = { metadata: { name } };
    const { status } = await call(
      connection,
      "POST",
      `/api/v1/namespaces/${namespace}/configmaps?dryRun=All`,
      configMap,
    );
    return status !== 201;
  });
}
