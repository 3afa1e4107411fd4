import type { Diagnostic } from "../../core/diagnostic.js";

export const workloads = ["deployment", "daemonset"] as const;
export type Workload = (typeof workloads)[number];

/** How an operator runs in a cluster. Only the manifests that implement the modes record them. */
export interface Modes {
  readonly workload: Workload;
  /** Whether the operator works only in specific namespaces, with Roles instead of ClusterRoles. */
  readonly namespaced: boolean;
  readonly metrics: boolean;
  /** Whether the project has a ServiceMonitor for the Prometheus operator. */
  readonly prometheus: boolean;
  readonly networkPolicy: boolean;
  /** Whether cert-manager issues the certificate for webhooks; false without webhooks. */
  readonly certManager: boolean;
  /** The number of replicas; 1 if the workload determines the number of pods. */
  readonly replicas: number;
}

/** The requested changes. Omitted modes stay unchanged. */
export type ModeChanges = { readonly [Name in keyof Modes]?: Modes[Name] };

/** Reports modes that contradict each other, and how to resolve this. */
export function checkModes({ workload, replicas, metrics, prometheus }: Modes): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const refuse = (message: string, hint: string): void => {
    problems.push({ code: "modes/contradiction", severity: "error", message, hint });
  };
  if (workload === "daemonset" && replicas > 1) {
    refuse(
      `a DaemonSet has one pod on each node, and cannot have ${replicas} replicas`,
      "Pass --workload daemonset --replicas 1, or --workload deployment with any number of replicas.",
    );
  }
  if (prometheus && !metrics) {
    refuse(
      "Prometheus needs metrics, and metrics are off",
      "Pass --metrics --prometheus, or --metrics=false --prometheus=false.",
    );
  }
  return problems;
}
