import type { RuleTable } from "./rules.js";

/** Roles by namespace. Source: kubernetes/plugin/pkg/auth/authorizer/rbac/bootstrappolicy/namespace_policy.go. */
export const namespacedRoles: Readonly<Record<string, RuleTable>> = {
  "kube-public": {
    "system:controller:bootstrap-signer": [
      ["get list watch", "core", "configmaps"],
      ["update", "core", "configmaps", "cluster-info"],
      ["create patch update", "core events.k8s.io", "events"],
    ],
  },
  "kube-system": {
    "extension-apiserver-authentication-reader": [
      ["get list watch", "core", "configmaps", "extension-apiserver-authentication"],
    ],
    "system::leader-locking-kube-controller-manager": [
      ["create get list update watch", "coordination.k8s.io", "leases"],
      ["create get list update watch", "coordination.k8s.io", "leasecandidates"],
    ],
    "system::leader-locking-kube-scheduler": [
      ["create get list update watch", "coordination.k8s.io", "leases"],
      ["create get list update watch", "coordination.k8s.io", "leasecandidates"],
    ],
    "system:controller:bootstrap-signer": [["get list watch", "core", "secrets"]],
    "system:controller:cloud-provider": [["create get list watch", "core", "configmaps"]],
    "system:controller:token-cleaner": [
      ["delete get list watch", "core", "secrets"],
      ["create patch update", "core events.k8s.io", "events"],
    ],
  },
};
