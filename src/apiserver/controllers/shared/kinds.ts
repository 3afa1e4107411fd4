/** The kinds that the controllers of workloads read and write. */
export const kinds = {
  pods: { group: "", resource: "pods" },
  nodes: { group: "", resource: "nodes" },
  endpoints: { group: "", resource: "endpoints" },
  endpointSlices: { group: "discovery.k8s.io", resource: "endpointslices" },
  disruptionBudgets: { group: "policy", resource: "poddisruptionbudgets" },
  services: { group: "", resource: "services" },
  claims: { group: "", resource: "persistentvolumeclaims" },
  replicationControllers: { group: "", resource: "replicationcontrollers" },
  replicaSets: { group: "apps", resource: "replicasets" },
  deployments: { group: "apps", resource: "deployments" },
  statefulSets: { group: "apps", resource: "statefulsets" },
  daemonSets: { group: "apps", resource: "daemonsets" },
  controllerRevisions: { group: "apps", resource: "controllerrevisions" },
  jobs: { group: "batch", resource: "jobs" },
  cronJobs: { group: "batch", resource: "cronjobs" },
} as const;
