/**
 * The built-in API groups of Kubernetes whose types `tsop/k8s/*` contains. test/scaffold/built-in-groups.test.ts
 * compares them.
 */
export const builtInGroups: readonly {
  readonly name: string;
  readonly full: string;
  readonly versions: readonly string[];
}[] = [
  { name: "admissionregistration", full: "admissionregistration.k8s.io", versions: ["v1"] },
  { name: "apiextensions", full: "apiextensions.k8s.io", versions: ["v1"] },
  { name: "apiregistration", full: "apiregistration.k8s.io", versions: ["v1"] },
  { name: "apps", full: "apps", versions: ["v1"] },
  { name: "authentication", full: "authentication.k8s.io", versions: ["v1"] },
  { name: "authorization", full: "authorization.k8s.io", versions: ["v1"] },
  { name: "autoscaling", full: "autoscaling", versions: ["v1", "v2"] },
  { name: "batch", full: "batch", versions: ["v1"] },
  { name: "certificates", full: "certificates.k8s.io", versions: ["v1"] },
  { name: "coordination", full: "coordination.k8s.io", versions: ["v1"] },
  { name: "core", full: "", versions: ["v1"] },
  { name: "discovery", full: "discovery.k8s.io", versions: ["v1"] },
  { name: "events", full: "events.k8s.io", versions: ["v1"] },
  { name: "flowcontrol", full: "flowcontrol.apiserver.k8s.io", versions: ["v1"] },
  { name: "networking", full: "networking.k8s.io", versions: ["v1"] },
  { name: "node", full: "node.k8s.io", versions: ["v1"] },
  { name: "policy", full: "policy", versions: ["v1"] },
  { name: "rbac", full: "rbac.authorization.k8s.io", versions: ["v1"] },
  { name: "resource", full: "resource.k8s.io", versions: ["v1"] },
  { name: "scheduling", full: "scheduling.k8s.io", versions: ["v1"] },
  { name: "storage", full: "storage.k8s.io", versions: ["v1"] },
  { name: "storagemigration", full: "storagemigration.k8s.io", versions: ["v1"] },
];
