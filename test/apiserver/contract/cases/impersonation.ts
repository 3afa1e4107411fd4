/** Impersonation with the verbs that permit less than `impersonate`, which Kubernetes 1.37 turns on. */
import type { ContractApi, ContractCase } from "../contract-case.js";
import { untilSo } from "../until-so.js";
import type { Rule } from "../access.js";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const whoAmI = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
const group = "authentication.k8s.io";
const jane = { "impersonate-user": "jane" };
const node = { "impersonate-user": "system:node:n1" };
const account = { "impersonate-user": "system:serviceaccount:$ns:default" };

/** The mode may be used for reviews of oneself, and to list ConfigMaps. */
const on = (mode: string): Rule[] => [
  { apiGroups: [group], resources: ["selfsubjectreviews"], verbs: [`impersonate-on:${mode}:create`] },
  { apiGroups: [""], resources: ["configmaps"], verbs: [`impersonate-on:${mode}:list`] },
];

/** Gives the rules to the case's service account, and returns a token of it. */
async function senderWith(api: ContractApi, rules: readonly Rule[]): Promise<string> {
  const last = { nonResourceURLs: ["/$id"], verbs: ["get"] };
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "$id" };
  const subjects = [{ kind: "ServiceAccount", name: "default", namespace: "$ns" }];
  api.cleanUp(`${rbac}/clusterroles/$id`);
  api.cleanUp(`${rbac}/clusterrolebindings/$id`);
  const metadata = { name: "$id" };
  await api.post(`${rbac}/clusterroles`, { metadata, rules: [...rules, last] }, { record: false });
  await api.post(`${rbac}/clusterrolebindings`, { metadata, roleRef, subjects }, { record: false });
  const { body } = await api.post("/api/v1/namespaces/$ns/serviceaccounts/default/token", {}, { record: false });
  const token: string = body.status.token;
  const review = { spec: { nonResourceAttributes: { path: "/$id", verb: "get" } } };
  await untilSo("the account has its rules", async () => {
    const path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    return (await api.post(path, review, { token, record: false })).body.status.allowed === true;
  });
  return token;
}

function attempts(name: string, rules: readonly Rule[], all: readonly Record<string, string>[]): ContractCase {
  return {
    name: `constrained impersonation: ${name}`,
    async run(api) {
      const token = await senderWith(api, rules);
      for (const headers of all) {
        await api.post(whoAmI, {}, { token, headers });
        await api.get("/api/v1/namespaces/$ns/configmaps", { token, headers });
        await api.get("/api/v1/namespaces/$ns/configmaps/a", { token, headers });
        await api.get("/version", { token, headers, show: () => null });
      }
    },
  };
}

/** Like `attempts`, with one request for each user. */
function users(name: string, rules: readonly Rule[], all: readonly Record<string, string>[]): ContractCase {
  return {
    name: `constrained impersonation: ${name}`,
    async run(api) {
      const token = await senderWith(api, rules);
      for (const headers of all) await api.post(whoAmI, {}, { token, headers });
    },
  };
}

const user = (resource: string, ...resourceNames: string[]): Rule => ({
  apiGroups: [group],
  resources: [resource],
  verbs: ["impersonate:user-info"],
  ...(resourceNames.length === 0 ? {} : { resourceNames }),
});
const legacyJane = { apiGroups: [""], resources: ["users"], resourceNames: ["jane"], verbs: ["impersonate"] };

export const cases: readonly ContractCase[] = [
  attempts("a user", [...on("user-info"), user("users", "jane")], [jane, { "impersonate-user": "joe" }, node, account]),
  attempts(
    "a user for a path",
    [...on("user-info"), user("users"), { nonResourceURLs: ["/version"], verbs: ["impersonate-on:user-info:get"] }],
    [jane],
  ),
  attempts("only what may be done", on("user-info"), [jane]),
  attempts("only who may be impersonated", [user("users")], [jane]),
  users(
    "parts of a user",
    [
      ...on("user-info"),
      user("users"),
      user("groups", "g", "system:masters"),
      user("uids", "u"),
      user("userextras/a.b/c", "d"),
    ],
    [
      { ...jane, "impersonate-group": "g" },
      { ...jane, "impersonate-group": "h" },
      { ...jane, "impersonate-group": "system:masters" },
      { ...jane, "impersonate-uid": "u" },
      { ...jane, "impersonate-uid": "v" },
      { ...jane, "impersonate-uid": "v", "impersonate-group": "h" },
      { ...jane, "impersonate-extra-a.b%2fc": "d" },
      { ...jane, "impersonate-extra-a.b%2fc": "e" },
      { ...jane, "impersonate-extra-a": "d" },
      { ...jane, "impersonate-extra-a%2fb%20c": "d" },
      { ...jane, "impersonate-extra-_%2fb": "d" },
      { ...jane, "impersonate-group": "" },
    ],
  ),
  users(
    "every node",
    [...on("arbitrary-node"), { apiGroups: [group], resources: ["nodes"], verbs: ["impersonate:arbitrary-node"] }],
    [
      node,
      { ...node, "impersonate-group": "system:nodes" },
      { ...node, "impersonate-uid": "u" },
      { "impersonate-user": "system:node:N1" },
      jane,
    ],
  ),
  attempts(
    "one node",
    [
      ...on("arbitrary-node"),
      { apiGroups: [group], resources: ["nodes"], resourceNames: ["n1"], verbs: ["impersonate:arbitrary-node"] },
    ],
    [node, { "impersonate-user": "system:node:n2" }],
  ),
  attempts(
    "a service account",
    [
      ...on("serviceaccount"),
      {
        apiGroups: [group],
        resources: ["serviceaccounts"],
        resourceNames: ["default"],
        verbs: ["impersonate:serviceaccount"],
      },
    ],
    [account, { "impersonate-user": "system:serviceaccount:$ns:other" }],
  ),
  users(
    "a service account with more",
    [
      ...on("serviceaccount"),
      { apiGroups: [group], resources: ["serviceaccounts"], verbs: ["impersonate:serviceaccount"] },
    ],
    [
      { ...account, "impersonate-group": "g" },
      { ...account, "impersonate-uid": "u" },
      { "impersonate-user": "system:serviceaccount:a" },
    ],
  ),
  users(
    "the mode of the last request comes first",
    [...on("user-info"), user("users", "joe"), legacyJane],
    [
      { "impersonate-user": "nobody" },
      jane,
      { "impersonate-user": "nobody" },
      { "impersonate-user": "joe" },
      { "impersonate-user": "nobody" },
      account,
      { ...jane, "impersonate-group": "g", "impersonate-uid": "u" },
    ],
  ),
  // An account of its own: for a user, kube-apiserver first tries the mode that succeeded last, and the administrator of other cases
  // may have used another mode.
  users(
    "an account that may do everything",
    [
      { apiGroups: ["*"], resources: ["*"], verbs: ["*"] },
      { nonResourceURLs: ["*"], verbs: ["*"] },
    ],
    [node, { ...node, "impersonate-group": "g" }, account],
  ),
  {
    name: "the administrator impersonates every kind of user",
    async run(api) {
      for (const headers of [
        account,
        jane,
        { ...jane, "impersonate-group": "system:masters" },
        { ...jane, "impersonate-extra-plain": "a" },
        { "impersonate-user": "system:node:" },
      ] as Record<string, string>[]) {
        await api.post(whoAmI, {}, { headers });
      }
    },
  },
  {
    name: "constrained impersonation: an account impersonates its own node",
    async run(api) {
      const rules: Rule[] = [
        ...on("associated-node"),
        { apiGroups: [group], resources: ["nodes"], verbs: ["impersonate:associated-node"] },
      ];
      await senderWith(api, rules);
      api.cleanUp("/api/v1/nodes/$id-node");
      await api.post("/api/v1/nodes", { metadata: { name: "$id-node" } }, { record: false });
      const containers = [{ name: "main", image: "nginx" }];
      const spec = { nodeName: "$id-node", containers, tolerations: [{ operator: "Exists" }] };
      await api.post("/api/v1/namespaces/$ns/pods", { metadata: { name: "a" }, spec }, { record: false });
      const boundObjectRef = { kind: "Pod", apiVersion: "v1", name: "a" };
      const path = "/api/v1/namespaces/$ns/serviceaccounts/default/token";
      const { body } = await api.post(path, { spec: { boundObjectRef } }, { record: false });
      const token: string = body.status.token;
      for (const name of ["$id-node", "other"]) {
        await api.post(whoAmI, {}, { token, headers: { "impersonate-user": `system:node:${name}` } });
      }
    },
  },
];
