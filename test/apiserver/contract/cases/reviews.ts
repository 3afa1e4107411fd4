import { grant, user, untilAllowed } from "../access.js";
import type { ContractCase } from "../contract-case.js";
import { posts } from "../review-cases.js";

const authentication = "/apis/authentication.k8s.io/v1";
const authorization = "/apis/authorization.k8s.io/v1";
const token = "/api/v1/namespaces/$ns/serviceaccounts/default/token";
const pods = { verb: "get", resource: "pods", namespace: "$ns" };
const asTable = "application/json;as=Table;v=v1;g=meta.k8s.io";
const asMetadata = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";

export const cases: readonly ContractCase[] = [
  {
    name: "what is no row of a table",
    async run(api) {
      for (const accept of [asTable, `${asTable},application/json`, asMetadata]) {
        const options = {
          headers: { accept },
          show: ({ code, message, kind }: Readonly<Record<string, unknown>>) => ({ code, message, kind }),
        };
        await api.post(`${authorization}/selfsubjectaccessreviews`, { spec: { resourceAttributes: pods } }, options);
        await api.post(
          `${authorization}/subjectaccessreviews`,
          { spec: { user: "a", resourceAttributes: pods } },
          options,
        );
        await api.post(
          `${authorization}/namespaces/$ns/localsubjectaccessreviews`,
          { metadata: { namespace: "$ns" }, spec: { user: "a", resourceAttributes: pods } },
          options,
        );
        await api.post(`${authorization}/selfsubjectrulesreviews`, { spec: { namespace: "$ns" } }, options);
        await api.post(`${authentication}/tokenreviews`, { spec: { token: "a" } }, options);
        await api.post(`${authentication}/selfsubjectreviews`, {}, options);
        await api.post(token, { spec: {} }, options);
        await api.post("/api/v1/namespaces/$ns/pods/none/eviction", { metadata: { name: "none" } }, options);
        await api.post(
          "/api/v1/namespaces/$ns/bindings",
          { metadata: { name: "none" }, target: { name: "a" } },
          options,
        );
      }
    },
  },
  posts("access of others: good ones", `${authorization}/subjectaccessreviews`, [
    { user: "a", resourceAttributes: pods },
    { user: "a", groups: ["system:masters"], resourceAttributes: pods },
    { groups: ["system:masters"], nonResourceAttributes: { path: "/x", verb: "get" } },
    { user: "a", nonResourceAttributes: { path: "/healthz", verb: "get" } },
    { user: "a", groups: ["system:authenticated"], nonResourceAttributes: { path: "/apis/x", verb: "get" } },
    { user: "a", uid: "u", extra: { k: ["v"] }, resourceAttributes: { verb: "list", group: "*", resource: "*" } },
    { user: "a", resourceAttributes: {} },
    { user: "a", resourceAttributes: { ...pods, labelSelector: { requirements: [{ key: "a", operator: "Exists" }] } } },
    { user: "a", resourceAttributes: { ...pods, fieldSelector: { rawSelector: "metadata.name=a" } } },
  ]),
  posts("access of others: bad ones", `${authorization}/subjectaccessreviews`, [
    {},
    { user: "a" },
    { resourceAttributes: pods },
    { user: "a", resourceAttributes: pods, nonResourceAttributes: { path: "/", verb: "get" } },
    { user: "a", resourceAttributes: { ...pods, labelSelector: {} } },
    { user: "a", resourceAttributes: { ...pods, fieldSelector: {} } },
    {
      user: "a",
      resourceAttributes: {
        ...pods,
        fieldSelector: { rawSelector: "a=b", requirements: [{ key: "a", operator: "In" }] },
      },
    },
    {
      user: "a",
      resourceAttributes: { ...pods, fieldSelector: { requirements: [{ operator: "Exists", values: ["a"] }] } },
    },
    { user: "a", resourceAttributes: { ...pods, labelSelector: { requirements: [{ key: "a", operator: "NotIn" }] } } },
  ]),
  {
    name: "access of others: no name, and no namespace of its own",
    async run(api) {
      await api.post(
        `${authorization}/subjectaccessreviews`,
        { metadata: { labels: { a: "b" } }, spec: { user: "a", resourceAttributes: pods } },
        { show: (body) => [body.code, body.reason] },
      );
      await api.get(`${authorization}/subjectaccessreviews`);
      await api.get(`${authorization}/subjectaccessreviews/a`);
      await api.delete(`${authorization}/subjectaccessreviews/a`);
    },
  },
  {
    name: "access of others: the reason names role and binding",
    async run(api) {
      await grant(api, [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }]);
      await api.post(`${authorization}/subjectaccessreviews`, { spec: { user, resourceAttributes: pods } });
      await api.post(`${authorization}/subjectaccessreviews`, {
        spec: { user, resourceAttributes: { ...pods, verb: "list" } },
      });
      await api.post(`${authorization}/subjectaccessreviews`, {
        spec: { user, resourceAttributes: { ...pods, version: "v1", name: "a" } },
      });
    },
  },
  {
    name: "access of others: groups and accounts are subjects too",
    async run(api) {
      const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/$ns";
      const rules = [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }];
      const bind = (name: string, subject: object): object => ({
        metadata: { name },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
        subjects: [subject],
      });
      for (const [name, subject] of [
        ["a", { kind: "Group", name: "$id-group", apiGroup: "rbac.authorization.k8s.io" }],
        ["b", { kind: "ServiceAccount", name: "robot", namespace: "$ns" }],
      ] as [string, object][]) {
        await api.post(`${rbac}/roles`, { metadata: { name }, rules }, { record: false });
        await api.post(`${rbac}/rolebindings`, bind(name, subject), { record: false });
      }
      await untilAllowed(api, { user: "x", groups: ["$id-group"], resourceAttributes: pods });
      await untilAllowed(api, { user: "system:serviceaccount:$ns:robot", resourceAttributes: pods });
      await api.post(`${authorization}/subjectaccessreviews`, {
        spec: { groups: ["$id-group"], resourceAttributes: pods },
      });
      await api.post(`${authorization}/subjectaccessreviews`, {
        spec: { user: "system:serviceaccount:$ns:robot", resourceAttributes: pods },
      });
      await api.post(`${authorization}/subjectaccessreviews`, {
        spec: { user: "system:serviceaccount:$ns:other", resourceAttributes: pods },
      });
    },
  },
  {
    name: "a binding without its role is named in the refusal",
    async run(api) {
      const rbac = "/apis/rbac.authorization.k8s.io/v1/namespaces/$ns";
      const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "gone" };
      const subjects = [{ kind: "User", name: user, apiGroup: "rbac.authorization.k8s.io" }];
      await grant(api, [{ verbs: ["get"], apiGroups: [""], resources: ["secrets"] }]);
      await api.post(`${rbac}/rolebindings`, { metadata: { name: "a" }, roleRef, subjects }, { record: false });
      await api.until("/api/v1/namespaces/$ns/configmaps", ({ body }) => String(body.message).includes("RBAC:"), {
        headers: { "impersonate-user": user },
      });
    },
  },
  posts("access in a namespace", `${authorization}/namespaces/$ns/localsubjectaccessreviews`, [
    { user: "a", resourceAttributes: pods },
    { user: "a", resourceAttributes: { ...pods, namespace: "other" } },
    { user: "a", resourceAttributes: { verb: "get", resource: "pods" } },
    { user: "a", nonResourceAttributes: { path: "/", verb: "get" } },
    { resourceAttributes: pods },
    {},
  ]),
  posts("access in a namespace that is not there", `${authorization}/namespaces/$id-none/localsubjectaccessreviews`, [
    { user: "a", resourceAttributes: { ...pods, namespace: "$id-none" } },
  ]),
  posts("one's own access", `${authorization}/selfsubjectaccessreviews`, [
    { resourceAttributes: pods },
    { nonResourceAttributes: { path: "/metrics", verb: "get" } },
    {},
    { resourceAttributes: pods, nonResourceAttributes: { path: "/", verb: "get" } },
  ]),
  {
    name: "one's own access as a user without roles",
    async run(api) {
      const options = { headers: { "impersonate-user": user } };
      await api.post(`${authorization}/selfsubjectaccessreviews`, { spec: { resourceAttributes: pods } }, options);
      await api.post(
        `${authorization}/selfsubjectaccessreviews`,
        { spec: { nonResourceAttributes: { path: "/healthz/x", verb: "get" } } },
        options,
      );
      await api.post(
        `${authorization}/selfsubjectaccessreviews`,
        { spec: { nonResourceAttributes: { path: "/apis/x", verb: "get" } } },
        options,
      );
    },
  },
  {
    name: "one's own rules",
    async run(api) {
      await grant(api, [
        { verbs: ["get", "list"], apiGroups: ["", "apps"], resources: ["pods", "deployments"], resourceNames: ["a"] },
      ]);
      const options = { headers: { "impersonate-user": user } };
      const show = (body: { status?: Record<string, object[]> }): unknown => ({
        ...body,
        status: Object.fromEntries(
          Object.entries(body.status ?? {}).map(([key, rules]) => [
            key,
            Array.isArray(rules) ? rules.map((rule) => JSON.stringify(rule)).toSorted() : rules,
          ]),
        ),
      });
      await api.post(`${authorization}/selfsubjectrulesreviews`, { spec: { namespace: "$ns" } }, { ...options, show });
      await api.post(
        `${authorization}/selfsubjectrulesreviews`,
        { spec: { namespace: "$id-none" } },
        { ...options, show },
      );
      await api.post(`${authorization}/selfsubjectrulesreviews`, { spec: {} }, options);
      await api.post(`${authorization}/selfsubjectrulesreviews`, {}, options);
    },
  },
  {
    name: "who am I",
    async run(api) {
      for (const headers of [
        { "impersonate-user": user },
        { "impersonate-user": "system:serviceaccount:$ns:default" },
      ]) {
        await api.post(`${authentication}/selfsubjectreviews`, {}, { headers });
        await api.post(
          `${authentication}/selfsubjectreviews`,
          { metadata: { name: "a", labels: { a: "b" } } },
          { headers },
        );
      }
      await api.post(`${authentication}/selfsubjectreviews`, {
        kind: "TokenReview",
        apiVersion: "authentication.k8s.io/v1",
      });
    },
  },
];
