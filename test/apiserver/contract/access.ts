/** The users and roles of a case: the authorizer must know the rights before they matter. */
import type { ContractApi, RequestOptions } from "./contract-case.js";
import { untilSo } from "./until-so.js";

/** Returns options that send a request as this user instead of the administrator. */
export function as(user: string, ...groups: string[]): RequestOptions {
  return {
    headers: { "impersonate-user": user, ...(groups.length === 0 ? {} : { "impersonate-group": groups.join(",") }) },
  };
}

/** The user of the case, who has only the rights that the case grants. */
export const user = "$id";
export const asUser: RequestOptions = { headers: { "impersonate-user": user } };

export interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const subjects = [{ kind: "User", name: user, apiGroup: "rbac.authorization.k8s.io" }];

/** Grants rules to the case's user in its namespace. */
export async function grant(api: ContractApi, rules: readonly Rule[], name = "granted"): Promise<void> {
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name };
  await api.post(`${rbac}/namespaces/$ns/roles`, { metadata: { name }, rules }, { record: false });
  await api.post(`${rbac}/namespaces/$ns/rolebindings`, { metadata: { name }, roleRef, subjects }, { record: false });
  await untilGranted(api, rules, "$ns");
}

/** Grants rules to the case's user in all namespaces. */
export async function grantEverywhere(api: ContractApi, rules: readonly Rule[]): Promise<void> {
  const name = "$id";
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name };
  api.cleanUp(`${rbac}/clusterroles/$id`);
  api.cleanUp(`${rbac}/clusterrolebindings/$id`);
  await api.post(`${rbac}/clusterroles`, { metadata: { name }, rules }, { record: false });
  await api.post(`${rbac}/clusterrolebindings`, { metadata: { name }, roleRef, subjects }, { record: false });
  await untilGranted(api, rules, "");
}

async function untilGranted(api: ContractApi, rules: readonly Rule[], namespace: string): Promise<void> {
  const [rule] = rules;
  if (rule === undefined) return;
  const [verb = ""] = rule.verbs;
  const [path] = rule.nonResourceURLs ?? [];
  const [resource = "", subresource = ""] = (rule.resources?.[0] ?? "").split("/");
  const asked =
    path === undefined
      ? {
          resourceAttributes: {
            verb,
            group: rule.apiGroups?.[0],
            resource,
            subresource,
            namespace,
            name: rule.resourceNames?.[0],
          },
        }
      : { nonResourceAttributes: { verb, path } };
  await untilAllowed(api, asked);
}

export async function untilAllowed(api: ContractApi, asked: object): Promise<void> {
  await untilSo("the case's user has the rights", async () => {
    const spec = { user, ...asked };
    const path = "/apis/authorization.k8s.io/v1/subjectaccessreviews";
    const answer = await api.post(path, { spec }, { record: false });
    const review = answer.body as { status?: { allowed?: boolean } };
    return review.status?.allowed === true;
  });
}
