import type { Diagnostic } from "../../core/diagnostic.js";

export const workloads = ["deployment", "daemonset"] as const;
export type Workload = (typeof workloads)[number];

/** How an operator runs in a cluster. Nothing of it is written down but in the files that make it so. */
export interface Modes {
  readonly workload: Workload;
  /** Whether it works in named namespaces only, with Roles instead of ClusterRoles. */
  readonly namespaced: boolean;
  readonly metrics: boolean;
  /** Whether there is a ServiceMonitor, for the Prometheus operator. */
  readonly prometheus: boolean;
  readonly networkPolicy: boolean;
  /** Whether cert-manager makes the certificate for webhooks; false where there are none. */
  readonly certManager: boolean;
  /** 1 where the workload decides how many pods there are. */
  readonly replicas: number;
}

/** What is asked for. What is not in it stays as it is. */
export type ModeChanges = { readonly [Name in keyof Modes]?: Modes[Name] };

/** What cannot be had together, and the way out. */
export function checkModes({ workload, replicas, metrics, prometheus }: Modes): Diagnostic[] {
  const problems: Diagnostic[] = [];
  const refuse = (message: string, hint: string): void => {
    problems.push({ code: "modes/contradiction", severity: "error", message, hint });
  };
  if (workload === "daemonset" && replicas > 1) {
    refuse(
      `a DaemonSet has one pod on each node, and cannot have ${replicas} replicas`,
      "--workload daemonset --replicas 1, or --workload deployment with any number of them.",
    );
  }
  if (prometheus && !metrics) {
    refuse(
      "without metrics there is nothing that Prometheus could read",
      "--metrics --prometheus, or --metrics=false --prometheus=false.",
    );
  }
  return problems;
}
