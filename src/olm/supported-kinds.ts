/**
 * The kinds of the objects in a bundle, beside CRDs and the ClusterServiceVersion.
 * Source: operator-registry, pkg/lib/bundle/supported_resources.go, with the PodMonitor of operator-framework/api.
 */
export const supportedKinds: ReadonlySet<string> = new Set([
  ...["ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding", "ServiceAccount", "Service", "Secret", "ConfigMap"],
  ...["PrometheusRule", "ServiceMonitor", "PodMonitor", "PodDisruptionBudget", "PriorityClass"],
  ...["VerticalPodAutoscaler", "ConsoleYAMLSample", "ConsoleQuickStart", "ConsoleCLIDownload", "ConsoleLink"],
  ...["ConsolePlugin", "NetworkPolicy"],
]);

const clusterScoped: ReadonlySet<string> = new Set([
  ...["ClusterRole", "ClusterRoleBinding", "PriorityClass"],
  ...["ConsoleYAMLSample", "ConsoleQuickStart", "ConsoleCLIDownload", "ConsoleLink", "ConsolePlugin"],
]);

/** Returns whether a supported kind is in no namespace. */
export function isClusterScoped(kind: string): boolean {
  return clusterScoped.has(kind);
}
