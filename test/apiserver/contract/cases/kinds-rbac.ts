import type { ContractCase } from "../contract-case.js";
import { type KindObject, changes, rows, tries, variants } from "../kind-cases.js";

const group = "/apis/rbac.authorization.k8s.io/v1";
const roles = `${group}/namespaces/$ns/roles`;
const roleBindings = `${group}/namespaces/$ns/rolebindings`;
const clusterRoles = `${group}/clusterroles`;
const clusterRoleBindings = `${group}/clusterrolebindings`;

const rule = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" };

function ruleCount(role: { rules?: unknown[] | null }): number {
  return role.rules?.length ?? 0;
}

function binding(body: object): KindObject {
  return { metadata: { name: "a" }, roleRef, ...body };
}

export const cases: readonly ContractCase[] = [
  tries("roles: good ones", roles, [
    { metadata: { name: "a" } },
    { metadata: { name: "a" }, rules: [] },
    {
      metadata: { name: "a:b/".slice(0, 3) },
      rules: [rule, { apiGroups: ["*"], resources: ["*"], resourceNames: ["x"], verbs: ["*"] }],
    },
    { metadata: { name: "System:Role" }, rules: [rule] },
  ]),
  tries("roles: bad ones", roles, [
    { metadata: { name: "a" }, rules: [{}] },
    { metadata: { name: "a" }, rules: [{ ...rule, verbs: [] }] },
    { metadata: { name: "a" }, rules: [{ verbs: ["get"], resources: ["pods"] }] },
    { metadata: { name: "a" }, rules: [{ verbs: ["get"], apiGroups: [""] }] },
    { metadata: { name: "a" }, rules: [rule, { verbs: ["get"], nonResourceURLs: ["/x"] }] },
    { metadata: { name: "a" }, rules: [{ ...rule, nonResourceURLs: ["/x"] }] },
    { metadata: { name: "a/b" } },
    { metadata: { name: ".." } },
    { metadata: { name: "a%b" } },
    { metadata: { name: "" } },
  ]),
  tries("cluster roles: good and bad ones", clusterRoles, [
    { metadata: { name: "$id" }, rules: [{ verbs: ["get"], nonResourceURLs: ["/x", "/y/*"] }] },
    { metadata: { name: "$id" }, rules: [{ ...rule, nonResourceURLs: ["/x"] }] },
    { metadata: { name: "$id" }, rules: [{ verbs: ["get"], nonResourceURLs: ["x*y"] }] },
    { metadata: { name: "$id" }, rules: [{ verbs: ["get"], nonResourceURLs: ["/x"], resourceNames: ["a"] }] },
    { metadata: { name: "$id" }, aggregationRule: {} },
    {
      metadata: { name: "$id" },
      aggregationRule: { clusterRoleSelectors: [{ matchExpressions: [{ key: "a b", operator: "In" }] }] },
    },
  ]),
  changes("roles: updates are validated", roles, { metadata: { name: "a" } }, [
    { rules: [rule] },
    { rules: [{ verbs: [] }] },
    { rules: undefined },
  ]),
  tries("role bindings: good ones", roleBindings, [
    binding({}),
    binding({
      subjects: [
        { kind: "User", name: "u" },
        { kind: "Group", name: "g" },
        { kind: "ServiceAccount", name: "s", namespace: "n" },
      ],
    }),
    binding({ roleRef: { kind: "ClusterRole", name: "view" } }),
  ]),
  variants("role bindings: bad ones", roleBindings, binding({}), [
    { roleRef: undefined },
    { roleRef: { apiGroup: "x", kind: "Role", name: "r" } },
    { roleRef: { kind: "Other", name: "r" } },
    { roleRef: { kind: "Role", name: "" } },
    { roleRef: { kind: "Role", name: "a/b" } },
    { subjects: [{}] },
    { subjects: [{ kind: "Other", name: "x" }] },
    {
      subjects: [
        { kind: "User", apiGroup: "x", name: "x" },
        { kind: "Group", apiGroup: "x", name: "x" },
      ],
    },
    { subjects: [{ kind: "ServiceAccount", name: "s" }] },
    { subjects: [{ kind: "ServiceAccount", name: "A_", namespace: "n", apiGroup: "x" }] },
    { "metadata.name": "a/b" },
  ]),
  variants(
    "cluster role bindings: good and bad ones",
    clusterRoleBindings,
    { metadata: { name: "$id" }, roleRef: { kind: "ClusterRole", name: "r" } },
    [{}, { "roleRef.kind": "Role" }, { subjects: [{ kind: "ServiceAccount", name: "s" }] }, { roleRef: undefined }],
  ),
  changes("role bindings: the role stays", roleBindings, binding({}), [
    { "roleRef.name": "other" },
    { "roleRef.kind": "ClusterRole" },
    { subjects: [{ kind: "User", name: "u" }] },
    { "roleRef.apiGroup": undefined },
  ]),
  changes(
    "cluster role bindings: the role stays",
    clusterRoleBindings,
    { metadata: { name: "$id" }, roleRef: { kind: "ClusterRole", name: "r" } },
    [{ "roleRef.name": "other" }, { subjects: [{ kind: "Group", name: "g" }] }],
    { isClusterScoped: true },
  ),
  rows("roles: their rows", roles, [{ metadata: { name: "a" } }]),
  rows("cluster roles: their rows", clusterRoles, [{ metadata: { name: "$id" } }], { isClusterScoped: true }),
  rows("role bindings: their rows", roleBindings, [
    binding({}),
    binding({
      metadata: { name: "b" },
      subjects: [
        { kind: "User", name: "u" },
        { kind: "User", name: "v" },
        { kind: "Group", name: "g" },
        { kind: "ServiceAccount", name: "s", namespace: "n" },
      ],
    }),
  ]),
  rows(
    "cluster role bindings: their rows",
    clusterRoleBindings,
    [
      {
        metadata: { name: "$id" },
        roleRef: { kind: "ClusterRole", name: "r" },
        subjects: [{ kind: "User", name: "u" }],
      },
    ],
    { isClusterScoped: true },
  ),
  {
    name: "cluster roles: one with an aggregation rule gets the rules of others",
    async run(api) {
      for (const name of ["$id-all", "$id-part"]) api.cleanUp(`${clusterRoles}/${name}`);
      const labels = { "example.com/$id": "true" };
      const show = ({ rules }: { rules: unknown }): unknown => rules;
      await api.post(
        clusterRoles,
        { metadata: { name: "$id-all" }, aggregationRule: { clusterRoleSelectors: [{ matchLabels: labels }] } },
        { show },
      );
      await api.post(clusterRoles, { metadata: { name: "$id-part", labels }, rules: [rule] }, { show });
      await api.until(`${clusterRoles}/$id-all`, ({ body }) => ruleCount(body as object) === 1, { show });
      await api.delete(`${clusterRoles}/$id-part`, undefined, { record: false });
      await api.until(`${clusterRoles}/$id-all`, ({ body }) => ruleCount(body as object) === 0, { show });
    },
  },
];
