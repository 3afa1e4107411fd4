/** The flags and variables that every operator has, the same as kubebuilder's. */

export interface Flag {
  /** The placeholder of the value. `true|false`: a switch, which may also appear without a value. */
  readonly value: string;
  readonly default: string | undefined;
  readonly help: string;
}

export const yesOrNo = "true|false";

function flag<const Value extends string>(value: Value, help: string, fallback?: string) {
  return { value, help, default: fallback };
}

/**
 * The value's placeholder determines how a flag is parsed. The result is the option of the same name: `leader-elect`,
 * `leaderElect`.
 */
export const flags = {
  "metrics-bind-address": flag("ADDRESS", "Address of the metrics server, for example :8443. 0 turns it off.", "0"),
  "metrics-secure": flag(yesOrNo, "Serve metrics over HTTPS, to clients that RBAC allows.", "true"),
  "metrics-cert-path": flag(
    "FOLDER",
    "Folder of the metrics certificate. Default: the operator creates a certificate.",
  ),
  "metrics-cert-name": flag("FILE", "Name of the certificate in that folder.", "tls.crt"),
  "metrics-cert-key": flag("FILE", "Name of its key.", "tls.key"),
  "metrics-cert-secret": flag(
    "NAME",
    "Create a CA and the metrics certificate, and store both in this Secret. Replaces --metrics-cert-path.",
  ),
  "metrics-service": flag("NAME", "Service in front of the metrics server. Requires --metrics-cert-secret."),
  "health-probe-bind-address": flag("ADDRESS", "Address of /healthz and /readyz. 0 turns them off.", ":8081"),
  "webhook-port": flag("PORT", "Port of the webhook server, if the operator has webhooks.", "9443"),
  "webhook-cert-path": flag("FOLDER", "Folder of the webhook certificate.", "/tmp/k8s-webhook-server/serving-certs"),
  "webhook-cert-name": flag("FILE", "Name of the certificate in that folder.", "tls.crt"),
  "webhook-cert-key": flag("FILE", "Name of its key.", "tls.key"),
  "webhook-cert-secret": flag(
    "NAME",
    "Create a CA and the webhook certificate, and store both in this Secret. Replaces --webhook-cert-path.",
  ),
  "webhook-service": flag("NAME", "Service in front of the webhook server. Requires --webhook-cert-secret."),
  "leader-elect": flag(yesOrNo, "Reconcile only while holding a lease. Needed with several replicas.", "false"),
  "leader-election-namespace": flag("NAME", "Namespace of the lease. Default: the pod's namespace."),
  kubeconfig: flag("FILE", "Kubeconfig to use instead of KUBECONFIG, the pod's account or ~/.kube/config."),
  context: flag("NAME", "Context of the kubeconfig to use instead of its current one."),
  "log-format": flag("json|text", "Format of the log. Default: text on a terminal, json elsewhere."),
  "log-level": flag("debug|info|warn|error", "Lowest level of the log.", "info"),
  "log-reconciles": flag(yesOrNo, "Log each run of a reconciler: its cause, its duration and its result.", "false"),
};

export type FlagName = keyof typeof flags;

/** The variables through which `tsop dev` configures an operator, because it does not know the operator's arguments. */
export const variables: Partial<Record<FlagName, string>> = {
  "webhook-port": "WEBHOOK_PORT",
  "webhook-cert-path": "WEBHOOK_CERT_PATH",
  "webhook-cert-secret": "WEBHOOK_CERT_SECRET",
  "webhook-service": "WEBHOOK_SERVICE",
  "metrics-cert-secret": "METRICS_CERT_SECRET",
  "metrics-service": "METRICS_SERVICE",
};

/** For `--help`. */
export function describeEnvironment(): string {
  const rows = [
    ["WATCH_NAMESPACE", "Namespaces to watch, separated by commas. Default: all."],
    ["ENABLE_WEBHOOKS", "Set to false to turn off webhooks. Default: true."],
    ...Object.entries(variables).map(([name, variable]) => [variable, `Same as --${name}.`]),
  ];
  return rows.map(([name = "", help = ""]) => `  ${name.padEnd(21)}${help}\n`).join("");
}
