/** The kinds that the controllers of workloads read and write. */
export const kinds = {
  pods: { group: "", resource: "pods" },
  nodes: { group: "", resource: "nodes" },
  replicationControllers: { group: "", resource: "replicationcontrollers" },
  replicaSets: { group: "apps", resource: "replicasets" },
  deployments: { group: "apps", resource: "deployments" },
} as const;
