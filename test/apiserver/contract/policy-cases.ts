/** ValidatingAdmissionPolicies for the config maps of a case's namespace. */
import type { ContractApi, ContractCase } from "./contract-case.js";
import { withoutOwners } from "./kind-cases.js";
import { untilSo } from "./until-so.js";
import { messageOf } from "./webhook-server.js";

export const group = "/apis/admissionregistration.k8s.io/v1";
export const configMaps = "/api/v1/namespaces/$ns/configmaps";
const show = { show: withoutOwners };

export const constraints = {
  namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "$ns" } },
  resourceRules: [{ operations: ["*"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }],
};

/** An object of the case's namespace. */
export interface Parameter {
  readonly paramKind: object;
  readonly name: string;
}

/**
 * Stores a policy for config maps of the case's namespace and a binding, and waits until both take effect.
 *
 * @param parameter - is stored already: waits until policies find it, and all objects of its kind that were stored earlier
 */
export async function enforce(
  api: ContractApi,
  policy: object,
  binding: object = {},
  parameter?: Parameter,
): Promise<void> {
  api.cleanUp(`${group}/validatingadmissionpolicies/$id`);
  api.cleanUp(`${group}/validatingadmissionpolicybindings/$id`);
  api.cleanUp(`${group}/validatingadmissionpolicies/$id-probe`);
  api.cleanUp(`${group}/validatingadmissionpolicybindings/$id-probe`);
  const metadata = { name: "$id" };
  const bound = { policyName: "$id", validationActions: ["Deny"], ...binding };
  await api.post(
    `${group}/validatingadmissionpolicies`,
    { metadata, spec: { matchConstraints: constraints, ...policy } },
    { record: false },
  );
  await api.post(`${group}/validatingadmissionpolicybindings`, { metadata, spec: bound }, { record: false });
  // A policy that is stored later takes effect later: once the probe does, so do the others. No other policy denies Secrets.
  const probe = {
    matchConstraints: { ...constraints, resourceRules: [{ ...constraints.resourceRules[0], resources: ["secrets"] }] },
    validations: [{ expression: "false", message: "probed" }],
    ...(parameter === undefined ? {} : { paramKind: parameter.paramKind }),
  };
  const paramRef = { name: parameter?.name, parameterNotFoundAction: "Allow" };
  await api.post(
    `${group}/validatingadmissionpolicies`,
    { metadata: { name: "$id-probe" }, spec: probe },
    { record: false },
  );
  await api.post(
    `${group}/validatingadmissionpolicybindings`,
    {
      metadata: { name: "$id-probe" },
      spec: { policyName: "$id-probe", validationActions: ["Deny"], ...(parameter === undefined ? {} : { paramRef }) },
    },
    { record: false },
  );
  await untilSo("the policy takes effect", async () => {
    const secret = { metadata: { name: "probe" } };
    const answer = await api.post("/api/v1/namespaces/$ns/secrets?dryRun=All", secret, { record: false });
    return messageOf(answer).includes("denied request: probed");
  });
}

/** Creates a case of creates that one policy decides. */
export function decides(name: string, policy: object, objects: readonly object[], binding: object = {}): ContractCase {
  return {
    name,
    async run(api) {
      await enforce(api, policy, binding);
      for (const object of objects)
        await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a" }, ...object }, show);
    },
  };
}

/** Rules for the operations that a mutating policy can change. The probe has a label, so that no other policy denies it. */
export const mutable = {
  ...constraints,
  objectSelector: { matchExpressions: [{ key: "probe", operator: "DoesNotExist" }] },
  resourceRules: [{ ...constraints.resourceRules[0], operations: ["CREATE", "UPDATE"] }],
};

export const apply = (expression: string): object => ({
  patchType: "ApplyConfiguration",
  applyConfiguration: { expression },
});

export const patch = (expression: string): object => ({ patchType: "JSONPatch", jsonPatch: { expression } });

/** A mutating policy of a case, whose names end with the key. */
export interface MutatingCase {
  readonly policy: object;
  readonly binding?: object;
}

const mutating = {
  policies: `${group}/mutatingadmissionpolicies`,
  bindings: `${group}/mutatingadmissionpolicybindings`,
};

/** Stores mutating policies for config maps of the case's namespace, with bindings, and waits until all take effect. */
export async function mutateBy(api: ContractApi, all: Readonly<Record<string, MutatingCase>>): Promise<void> {
  // A policy that is stored later takes effect later: once the probe does, so do the others.
  const probe = {
    matchConstraints: { ...mutable, objectSelector: { matchLabels: { probe: "yes" } } },
    mutations: [apply("Object{metadata: Object.metadata{labels: {'probed': 'yes'}}}")],
  };
  const every: Readonly<Record<string, MutatingCase>> = { ...all, probe: { policy: probe } };
  for (const [key, { policy, binding = {} }] of Object.entries(every)) {
    const metadata = { name: `$id-${key}` };
    api.cleanUp(`${mutating.policies}/$id-${key}`);
    api.cleanUp(`${mutating.bindings}/$id-${key}`);
    const spec = { matchConstraints: mutable, reinvocationPolicy: "Never", ...policy };
    await api.post(mutating.policies, { metadata, spec }, { record: false });
    await api.post(mutating.bindings, { metadata, spec: { policyName: `$id-${key}`, ...binding } }, { record: false });
  }
  await untilSo("the policies take effect", async () => {
    const probed = { metadata: { name: "probe", labels: { probe: "yes" } } };
    const answer = await api.post(`${configMaps}?dryRun=All`, probed, { record: false });
    return JSON.stringify(answer.body).includes("probed");
  });
}

/** Creates a case of creates that one mutating policy changes. */
export function mutates(name: string, policy: object, objects: readonly object[], binding: object = {}): ContractCase {
  return {
    name,
    async run(api) {
      await mutateBy(api, { a: { policy, binding } });
      for (const object of objects)
        await api.post(`${configMaps}?dryRun=All`, { metadata: { name: "a" }, ...object }, show);
    },
  };
}
