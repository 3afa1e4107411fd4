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
  "metrics-bind-address": flag("ADDRESS", "Where to serve metrics, for instance :8443. 0 is off.", "0"),
  "metrics-secure": flag(yesOrNo, "Serve metrics by HTTPS, to those whom RBAC allows it.", "true"),
  "metrics-cert-path": flag("FOLDER", "Folder of the certificate for metrics. Without it, one is made."),
  "metrics-cert-name": flag("FILE", "Name of the certificate in that folder.", "tls.crt"),
  "metrics-cert-key": flag("FILE", "Name of its key.", "tls.key"),
  "metrics-cert-secret": flag(
    "NAME",
    "Make the certificate for metrics with a CA, and keep both in this Secret. Instead of --metrics-cert-path.",
  ),
  "metrics-service": flag("NAME", "Service that leads to the metrics, with --metrics-cert-secret."),
  "health-probe-bind-address": flag("ADDRESS", "Where to serve /healthz and /readyz. 0 is off.", ":8081"),
  "webhook-port": flag("PORT", "Where to serve webhooks, where there are some.", "9443"),
  "webhook-cert-path": flag(
    "FOLDER",
    "Folder of the certificate for webhooks.",
    "/tmp/k8s-webhook-server/serving-certs",
  ),
  "webhook-cert-name": flag("FILE", "Name of the certificate in that folder.", "tls.crt"),
  "webhook-cert-key": flag("FILE", "Name of its key.", "tls.key"),
  "webhook-cert-secret": flag(
    "NAME",
    "Make the certificate for webhooks, and keep it in this Secret. Instead of --webhook-cert-path.",
  ),
  "webhook-service": flag("NAME", "Service that leads to the webhooks, with --webhook-cert-secret."),
  "leader-elect": flag(yesOrNo, "Work only while holding a lease: for more than one replica.", "false"),
  "leader-election-namespace": flag("NAME", "Namespace of the lease. In a pod, its own."),
  kubeconfig: flag("FILE", "Kubeconfig to use instead of KUBECONFIG, the pod's account or ~/.kube/config."),
  context: flag("NAME", "Context of the kubeconfig to use instead of its current one."),
  "log-format": flag("json|text", "Default: text on a terminal, json elsewhere."),
  "log-level": flag("debug|info|warn|error", "The least important lines to write.", "info"),
  "log-reconciles": flag(
    yesOrNo,
    "Log each run of a reconciler: what asked for it, how long it took, what came of it.",
    "false",
  ),
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
    ["WATCH_NAMESPACE", "Namespaces to work in, separated by commas. Default: all."],
    ["ENABLE_WEBHOOKS", "false: serve no webhooks. Default: true."],
    ...Object.entries(variables).map(([name, variable]) => [variable, `As --${name}.`]),
  ];
  return rows.map(([name = "", help = ""]) => `  ${name.padEnd(21)}${help}\n`).join("");
}
