/** The kinds that become ready after a moment, as if nodes ran them: one list for the controller and for texts about it. */
export const simulatedKinds = [
  { kind: "Deployment", group: "apps", resource: "deployments" },
  { kind: "StatefulSet", group: "apps", resource: "statefulsets" },
  { kind: "DaemonSet", group: "apps", resource: "daemonsets" },
  { kind: "ReplicaSet", group: "apps", resource: "replicasets" },
  { kind: "ReplicationController", group: "", resource: "replicationcontrollers" },
  { kind: "Job", group: "batch", resource: "jobs" },
  { kind: "CronJob", group: "batch", resource: "cronjobs" },
  { kind: "Pod", group: "", resource: "pods" },
  { kind: "PersistentVolumeClaim", group: "", resource: "persistentvolumeclaims" },
  { kind: "Service", group: "", resource: "services", only: "of type LoadBalancer" },
] as const;
