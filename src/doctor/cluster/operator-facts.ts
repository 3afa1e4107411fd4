import type { Right } from "../../cluster/access-review.js";
import { diagnose } from "../../cluster/deploy/diagnose.js";
import { showObject } from "../../cluster/deploy/object-id.js";
import { isWorkload } from "../../cluster/deploy/plan.js";
import type { Trouble } from "../../cluster/deploy/pod-troubles.js";
import { type Readiness, readinessOf } from "../../cluster/deploy/readiness.js";
import { Pod } from "../../k8s/core/v1.js";
import type { HttpClient } from "../../kube/http-client.js";
import { type KubeObject, unstructured } from "../../kube/objects.js";
import { attemptAsync, type Outcome } from "../finding.js";
import { gatherPodSecurity } from "./pod-security.js";
import { deniedOf, isRole, rightsOf, type Role } from "./rights-facts.js";
import { gatherWebhooks, type WebhookFacts } from "./webhook-facts.js";
import type { Workload } from "./workload.js";

export interface WorkloadFacts {
  readonly name: string;
  readonly images: readonly string[];
  readonly readiness: Readiness;
  readonly restarts: number;
  readonly troubles: readonly Trouble[];
}

export interface OperatorFacts {
  readonly workloads: readonly WorkloadFacts[];
  readonly account: string;
  /** The rights that its roles in config/ grant and that the cluster denies. */
  readonly missingRights: Outcome<readonly Right[]>;
  readonly webhooks: Outcome<readonly WebhookFacts[]>;
  /** The violations of the namespace's pod security standard; undefined without violations. */
  readonly podSecurity: Outcome<string | undefined>;
}

/** Returns undefined if the operator is not deployed. */
export async function gatherOperator(
  client: HttpClient,
  rendered: readonly KubeObject[],
  namespace: string,
  signal: AbortSignal,
): Promise<OperatorFacts | undefined> {
  const wanted = rendered.filter(isWorkload);
  const workloads: WorkloadFacts[] = [];
  for (const { apiVersion, kind, metadata } of wanted) {
    const key = { name: metadata.name, namespace: metadata.namespace ?? namespace };
    const found: Workload | undefined = await client.get(unstructured(apiVersion, kind), key, { signal });
    if (found !== undefined) workloads.push(await workloadFacts(client, found, signal));
  }
  const template: Workload | undefined = wanted[0];
  if (workloads.length === 0 || template === undefined) return undefined;
  const account = template.spec?.template?.spec?.serviceAccountName ?? "default";
  const place = template.metadata.namespace ?? namespace;
  const rights = boundRights(rendered, account, place);
  const subject = {
    user: `system:serviceaccount:${place}:${account}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${place}`, "system:authenticated"],
  };
  return {
    workloads,
    account: `${place}/${account}`,
    missingRights: await attemptAsync(() => deniedOf(client, rights, subject, signal)),
    webhooks: await attemptAsync(() => gatherWebhooks(client, rendered, signal)),
    podSecurity: await attemptAsync(() => gatherPodSecurity(client, template, place, signal)),
  };
}

async function workloadFacts(client: HttpClient, workload: Workload, signal: AbortSignal): Promise<WorkloadFacts> {
  const { namespace = "" } = workload.metadata;
  const readiness = readinessOf(workload);
  const labels = workload.spec?.selector?.matchLabels;
  const pods = labels === undefined ? [] : (await client.list(Pod, { namespace, labels, signal })).items;
  const containers = pods.flatMap(({ status }) => status?.containerStatuses ?? []);
  return {
    name: showObject(workload),
    images: (workload.spec?.template?.spec?.containers ?? []).map(({ image = "" }) => image),
    readiness,
    restarts: containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
    troubles: readiness.state === "ready" ? [] : (await diagnose(client, workload, signal)).troubles,
  };
}

interface Binding extends KubeObject {
  readonly roleRef?: { readonly kind?: string; readonly name?: string };
  readonly subjects?: readonly { readonly kind?: string; readonly name?: string; readonly namespace?: string }[];
}

/** Returns the rights that the objects grant to an account through their bindings. */
function boundRights(objects: readonly KubeObject[], account: string, namespace: string): Right[] {
  const roles = objects.filter(isRole);
  return objects.filter(isBinding).flatMap((binding) => {
    const isMeant = (binding.subjects ?? []).some(
      (subject) =>
        subject.kind === "ServiceAccount" && subject.name === account && (subject.namespace ?? namespace) === namespace,
    );
    const role = isMeant ? roles.find((each) => isReferred(binding, each)) : undefined;
    if (role === undefined) return [];
    const place = binding.metadata.namespace ?? namespace;
    // A RoleBinding to a ClusterRole grants the rights only in its namespace.
    return binding.kind === "RoleBinding" ? rightsOf({ ...role, kind: "Role" }, place) : rightsOf(role);
  });
}

function isBinding(object: KubeObject): object is Binding {
  return (
    object.apiVersion.startsWith("rbac.authorization.k8s.io/") &&
    (object.kind === "RoleBinding" || object.kind === "ClusterRoleBinding")
  );
}

function isReferred({ roleRef, metadata }: Binding, role: Role): boolean {
  if (roleRef?.kind !== role.kind || roleRef.name !== role.metadata.name) return false;
  return role.kind === "ClusterRole" || role.metadata.namespace === metadata.namespace;
}
