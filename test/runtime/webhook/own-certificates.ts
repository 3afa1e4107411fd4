/** The webhooks of an operator that makes its certificates itself. */
import {
  type CustomResource,
  defineKind,
  type HttpClient,
  type Manager,
  type ObjectPart,
  spoke,
  unstructured,
} from "../../../src/index.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { convertedCrd, simpleCrd } from "../../support/crds.js";
import { secretName, serviceName } from "../../support/shared-webhook-operator.js";

export const group = "own-certificates.example.com";

export interface BarV1 extends CustomResource<`${typeof group}/v1`, "Bar"> {
  spec: { size?: number };
}
export const BarV1 = defineKind<BarV1>(`${group}/v1`, "Bar");
export interface BarV2 extends CustomResource<`${typeof group}/v2`, "Bar"> {
  spec: { replicas?: number };
}
export const BarV2 = defineKind<BarV2>(`${group}/v2`, "Bar");

export function setUp(manager: Manager): void {
  manager
    .webhook(ConfigMap)
    .withValidator({ validateCreate: (_, context) => context.warn("judged") })
    .complete();
  const v1 = spoke(BarV1, {
    toHub: ({ spec }) => ({ spec: spec.size === undefined ? {} : { replicas: spec.size } }),
    fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: spec.replicas === undefined ? {} : { size: spec.replicas } }),
  });
  manager.webhook(BarV2).withConversion(v1).complete();
}

/** As docs/how-to/webhooks.md has them. */
export const certificateRules = {
  Role: [
    { apiGroups: [""], resources: ["secrets"], verbs: ["create"] },
    { apiGroups: [""], resources: ["secrets"], resourceNames: [secretName], verbs: ["get", "list", "watch", "update"] },
  ],
  ClusterRole: [
    {
      apiGroups: ["admissionregistration.k8s.io"],
      resources: ["mutatingwebhookconfigurations", "validatingwebhookconfigurations"],
      verbs: ["list", "watch", "patch"],
    },
    {
      apiGroups: ["apiextensions.k8s.io"],
      resources: ["customresourcedefinitions"],
      verbs: ["list", "watch", "patch"],
    },
  ],
};

export const configurations = unstructured("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration");

const options = { force: true, fieldManager: "deploy" };

/** As `deploy` applies it: without a bundle. */
export async function installWebhooks(
  client: HttpClient,
  { namespace, port }: { readonly namespace: string; readonly port: number },
  names: readonly string[],
): Promise<void> {
  const webhooks = names.map((name) => {
    const isOther = name === "other";
    const service = { name: isOther ? "other" : serviceName, namespace, port, path: "/validate--v1-configmap" };
    return {
      ...{ name: `${name}.example.com`, admissionReviewVersions: ["v1"], sideEffects: "None", failurePolicy: "Fail" },
      clientConfig: { service },
      rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": isOther ? "nowhere" : namespace } },
    };
  });
  const { apiVersion, kind } = configurations;
  await client.apply({ apiVersion, kind, metadata: { name: namespace }, webhooks } as never, options);
}

export async function installDefinition(
  client: HttpClient,
  { namespace, port }: { readonly namespace: string; readonly port: number },
): Promise<void> {
  const service = { name: serviceName, namespace, port, path: "/convert" };
  await client.apply(convertedCrd(simpleCrd(group, "bars", "Bar"), { service }), options);
}
