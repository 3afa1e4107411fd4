import { asUser, grant, grantEverywhere, user } from "../access.js";
import type { ContractCase, RequestOptions } from "../contract-case.js";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const readPods = { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] };
const status: RequestOptions["show"] = (body) => (body.kind === "Status" ? body : body.kind);
const asUserBriefly: RequestOptions = { ...asUser, show: status };

export const cases: readonly ContractCase[] = [
  {
    name: "a role with more rights than its writer has is refused",
    async run(api) {
      await grant(api, [
        { apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"], verbs: ["create", "update", "get", "patch"] },
        readPods,
      ]);
      const path = `${rbac}/namespaces/$ns/roles`;
      await api.post(path, { metadata: { name: "less" }, rules: [{ ...readPods, verbs: ["get"] }] }, asUserBriefly);
      await api.post(path, { metadata: { name: "same" }, rules: [readPods] }, asUserBriefly);
      await api.post(
        path,
        { metadata: { name: "more" }, rules: [{ ...readPods, verbs: ["get", "delete", "watch"] }] },
        asUser,
      );
      await api.post(
        path,
        { metadata: { name: "all" }, rules: [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }] },
        asUser,
      );
      await api.post(
        path,
        { metadata: { name: "named" }, rules: [{ ...readPods, resourceNames: ["a", "b"], verbs: ["get", "delete"] }] },
        asUser,
      );
      await api.post(
        path,
        {
          metadata: { name: "several" },
          rules: [{ apiGroups: ["", "apps"], resources: ["pods", "pods/log"], verbs: ["get", "list"] }],
        },
        asUser,
      );
      await api.put(
        `${path}/less`,
        { metadata: { name: "less" }, rules: [{ ...readPods, verbs: ["delete"] }] },
        asUser,
      );
      await api.patch(`${path}/less`, "merge", { metadata: { finalizers: ["example.com/f"] } }, asUserBriefly);
      await api.patch(`${path}/less`, "merge", { metadata: { finalizers: null } }, asUserBriefly);
    },
  },
  {
    name: "a cluster role with more rights than its writer has is refused",
    async run(api) {
      await grantEverywhere(api, [
        { apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterroles"], verbs: ["create"] },
      ]);
      const rules = [{ nonResourceURLs: ["/metrics", "/x/*"], verbs: ["get"] }];
      await api.post(`${rbac}/clusterroles?dryRun=All`, { metadata: { name: "$id-more" }, rules }, asUser);
      await api.post(
        `${rbac}/clusterroles?dryRun=All`,
        { metadata: { name: "$id-known" }, rules: [{ nonResourceURLs: ["/api/v1"], verbs: ["get"] }] },
        asUserBriefly,
      );
    },
  },
  {
    name: "escalate lets a writer give more than it has",
    async run(api) {
      await grant(api, [
        { apiGroups: ["rbac.authorization.k8s.io"], resources: ["roles"], verbs: ["escalate", "create"] },
      ]);
      const rules = [{ apiGroups: ["*"], resources: ["*"], verbs: ["*"] }];
      await api.post(`${rbac}/namespaces/$ns/roles`, { metadata: { name: "all" }, rules }, asUserBriefly);
    },
  },
  {
    name: "a binding to a role with more rights than its writer has is refused",
    async run(api) {
      await grant(api, [
        { apiGroups: ["rbac.authorization.k8s.io"], resources: ["rolebindings"], verbs: ["create", "update"] },
        {
          apiGroups: ["rbac.authorization.k8s.io"],
          resources: ["clusterroles"],
          resourceNames: ["view"],
          verbs: ["bind"],
        },
      ]);
      const bind = (name: string, kind: string, role: string): object => ({
        metadata: { name },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind, name: role },
        subjects: [{ kind: "User", name: user, apiGroup: "rbac.authorization.k8s.io" }],
      });
      const path = `${rbac}/namespaces/$ns/rolebindings`;
      await api.post(path, bind("own", "Role", "granted"), asUserBriefly);
      await api.post(path, bind("view", "ClusterRole", "view"), asUserBriefly);
      await api.post(path, bind("admin", "ClusterRole", "cluster-admin"), asUser);
      await api.post(path, bind("gone", "Role", "gone"), asUser);
      await api.post(path, bind("gone", "ClusterRole", "$id-gone"), asUser);
    },
  },
  {
    name: "a cluster role binding asks for bind as well",
    async run(api) {
      await grantEverywhere(api, [
        { apiGroups: ["rbac.authorization.k8s.io"], resources: ["clusterrolebindings"], verbs: ["create"] },
      ]);
      const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" };
      await api.post(`${rbac}/clusterrolebindings?dryRun=All`, { metadata: { name: "$id-x" }, roleRef }, asUser);
    },
  },
];
