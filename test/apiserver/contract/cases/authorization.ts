import { asUser, grant, grantEverywhere } from "../access.js";
import type { ContractCase, RequestOptions } from "../contract-case.js";
import { withoutOwners } from "../kind-cases.js";
import { untilSo } from "../until-so.js";

const rbac = "/apis/rbac.authorization.k8s.io/v1";
const readPods = { apiGroups: [""], resources: ["pods"], verbs: ["get", "list"] };
const configMaps = "/api/v1/namespaces/$ns/configmaps";
const status: RequestOptions["show"] = (body) => (body.kind === "Status" ? body : body.kind);
const asUserBriefly: RequestOptions = { ...asUser, show: status };

export const cases: readonly ContractCase[] = [
  {
    name: "a user without roles is refused whatever it asks for",
    async run(api) {
      await api.get("/api/v1/namespaces/$ns/pods", asUser);
      await api.get("/api/v1/namespaces/$ns/pods/a", asUser);
      await api.get("/api/v1/namespaces/$ns/pods/a/log", asUser);
      await api.get("/api/v1/namespaces/$ns/pods?watch=true", asUser);
      await api.get("/api/v1/pods", asUser);
      await api.get("/api/v1/nodes/a", asUser);
      await api.get("/apis/apps/v1/namespaces/$ns/deployments/a/scale", asUser);
      await api.post("/apis/apps/v1/namespaces/$ns/deployments", {}, asUser);
      await api.put(`${configMaps}/a`, {}, asUser);
      await api.patch(`${configMaps}/a`, "merge", {}, asUser);
      await api.delete(`${configMaps}/a`, undefined, asUser);
      await api.delete(configMaps, undefined, asUser);
      await api.get("/apis/no.such.group/v1/things", asUser);
      await api.get("/metrics", asUser);
      await api.get("/<b>&", asUser);
    },
  },
  {
    name: "every user may look around",
    async run(api) {
      for (const path of [
        "/api",
        "/apis",
        "/healthz",
        "/livez",
        "/readyz",
        "/version",
        "/openapi/v3",
        "/apis/apps/v1",
      ]) {
        await api.get(path, { ...asUser, show: () => "shown" });
      }
    },
  },
  {
    name: "a role allows what it names in its namespace alone",
    async run(api) {
      await grant(api, [readPods]);
      await api.get("/api/v1/namespaces/$ns/pods", asUserBriefly);
      await api.get("/api/v1/namespaces/$ns/pods/a", asUserBriefly);
      await api.get("/api/v1/namespaces/default/pods", asUserBriefly);
      await api.get("/api/v1/pods", asUserBriefly);
      await api.get("/api/v1/namespaces/$ns/pods/a/status", asUserBriefly);
      await api.get("/api/v1/namespaces/$ns/pods?watch=true", asUserBriefly);
    },
  },
  {
    name: "a cluster role that is bound to the cluster allows everywhere",
    async run(api) {
      await grantEverywhere(api, [{ apiGroups: [""], resources: ["configmaps", "nodes"], verbs: ["list"] }]);
      await api.get(configMaps, asUserBriefly);
      await api.get("/api/v1/configmaps", asUserBriefly);
      await api.get("/api/v1/nodes", asUserBriefly);
      await api.get("/api/v1/namespaces", asUserBriefly);
    },
  },
  {
    name: "a rule for names allows those alone, and no lists",
    async run(api) {
      await grant(api, [{ apiGroups: [""], resources: ["configmaps"], resourceNames: ["a", "b"], verbs: ["*"] }]);
      await api.get(`${configMaps}/a`, asUserBriefly);
      await api.get(`${configMaps}/c`, asUserBriefly);
      await api.get(configMaps, asUserBriefly);
      await api.get(`${configMaps}?fieldSelector=metadata.name%3Da`, asUserBriefly);
      await api.post(configMaps, { metadata: { name: "a" } }, asUserBriefly);
    },
  },
  {
    name: "stars in resources",
    async run(api) {
      await grant(api, [
        { apiGroups: ["apps"], resources: ["*/scale"], verbs: ["get"] },
        { apiGroups: ["batch"], resources: ["*"], verbs: ["get"] },
      ]);
      await api.get("/apis/apps/v1/namespaces/$ns/deployments/a/scale", asUserBriefly);
      await api.get("/apis/apps/v1/namespaces/$ns/deployments/a", asUserBriefly);
      await api.get("/apis/apps/v1/namespaces/$ns/deployments/a/status", asUserBriefly);
      await api.get("/apis/batch/v1/namespaces/$ns/jobs/a", asUserBriefly);
      await api.get("/apis/batch/v1/namespaces/$ns/jobs/a/status", asUserBriefly);
    },
  },
  {
    name: "rules for paths",
    async run(api) {
      await grantEverywhere(api, [{ nonResourceURLs: ["/metrics", "/logs/*"], verbs: ["get"] }]);
      await api.get("/metrics", { ...asUser, show: () => "shown" });
      await api.request("head", "/metrics", undefined, { ...asUser, show: () => "shown" });
      await api.get("/metrics/more", asUserBriefly);
      await api.get("/logs", asUserBriefly);
    },
  },
  {
    name: "a PUT of what is not there asks for update and create",
    async run(api) {
      const path = "/apis/coordination.k8s.io/v1/namespaces/$ns/leases/a";
      await grant(api, [{ apiGroups: ["coordination.k8s.io"], resources: ["leases"], verbs: ["update", "patch"] }]);
      await api.put(path, { metadata: { name: "a" } }, asUserBriefly);
      await api.patch(
        `${path}?fieldManager=x`,
        "apply",
        { apiVersion: "coordination.k8s.io/v1", kind: "Lease", metadata: { name: "a" } },
        asUserBriefly,
      );
    },
  },
  {
    name: "bad tokens and none are refused alike",
    async run(api) {
      for (const authorization of ["Bearer nobody-knows-it", "Bearer", "Basic YTpi", "Bearer a.b.c"]) {
        const answer = await api.get("/api/v1/namespaces", {
          headers: { authorization },
          show: () => "shown",
          record: false,
        });
        if (authorization.startsWith("Bearer ")) await api.get("/api/v1/namespaces", { headers: { authorization } });
        if (answer.status === 200) throw new Error(`${authorization} was let in`);
      }
    },
  },
  {
    name: "impersonation of users, groups, accounts and what else there is about them",
    async run(api) {
      const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
      const who = async (headers: Record<string, string>): Promise<void> => {
        await api.post(path, {}, { headers });
      };
      await who({ "impersonate-user": "jane" });
      await who({ "impersonate-user": "jane", "impersonate-group": "developers" });
      await who({ "impersonate-user": "jane", "impersonate-group": "system:authenticated" });
      await who({ "impersonate-user": "jane", "impersonate-group": "system:unauthenticated" });
      await who({ "impersonate-user": "system:serviceaccount:ns:name" });
      await who({ "impersonate-user": "system:serviceaccount:ns:name", "impersonate-group": "g" });
      await who({ "impersonate-user": "system:serviceaccount:Ns:name" });
      await who({ "impersonate-user": "system:anonymous" });
      await who({ "impersonate-user": "jane", "impersonate-uid": "u-1", "impersonate-extra-acme.com%2fscope": "a" });
      await who({ "impersonate-group": "developers" });
      await who({ "impersonate-uid": "u-1" });
      await who({ "impersonate-extra-scope": "a" });
    },
  },
  {
    name: "who impersonates needs a rule for each part of it",
    async run(api) {
      await grantEverywhere(api, [
        { apiGroups: [""], resources: ["users"], resourceNames: ["jane"], verbs: ["impersonate"] },
      ]);
      const token = await tokenOf(api);
      const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
      for (const headers of [
        { "impersonate-user": "jane" },
        { "impersonate-user": "joe" },
        { "impersonate-user": "jane", "impersonate-group": "g" },
        { "impersonate-user": "jane", "impersonate-uid": "u" },
        { "impersonate-user": "jane", "impersonate-extra-scope": "a" },
        { "impersonate-user": "system:serviceaccount:$ns:default" },
      ] as Record<string, string>[]) {
        await api.post(path, {}, { token, headers });
      }
    },
  },
  {
    name: "what an aggregated role gathers counts",
    async run(api) {
      api.cleanUp(`${rbac}/clusterroles/$id-part`);
      api.cleanUp(`${rbac}/clusterroles/$id-whole`);
      const labels = { "$id.example.com/part": "true" };
      await api.post(
        `${rbac}/clusterroles`,
        {
          metadata: { name: "$id-whole" },
          aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] },
          rules: [],
        },
        { show: withoutOwners },
      );
      await api.post(
        `${rbac}/clusterroles`,
        { metadata: { name: "$id-part", labels }, rules: [readPods] },
        { record: false },
      );
      await api.until(`${rbac}/clusterroles/$id-whole`, ({ body }) => (body.rules ?? []).length > 0, {
        show: (body) => body.rules,
      });
    },
  },
];

/** Returns a token of an account that also has the rules of the case. */
async function tokenOf(api: Parameters<ContractCase["run"]>[0]): Promise<string> {
  const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "$id" };
  const subjects = [{ kind: "ServiceAccount", name: "default", namespace: "$ns" }];
  api.cleanUp(`${rbac}/clusterrolebindings/$id-account`);
  await api.post(
    `${rbac}/clusterrolebindings`,
    { metadata: { name: "$id-account" }, roleRef, subjects },
    { record: false },
  );
  const { body } = await api.post("/api/v1/namespaces/$ns/serviceaccounts/default/token", {}, { record: false });
  const token: string = body.status.token;
  await untilSo("the account may impersonate", async () => {
    const headers = { "impersonate-user": "jane" };
    const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    return (await api.post(path, {}, { token, headers, record: false })).status === 201;
  });
  return token;
}
