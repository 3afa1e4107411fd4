/** The flags and variables that every operator has, which are kubebuilder's. */

export interface Flag {
  /** What stands after it. `true|false`: a switch, which may also stand alone. */
  readonly value: string;
  readonly default: string | undefined;
  readonly help: string;
}

export const yesOrNo = "true|false";

export const flags = {
  "metrics-bind-address": {
    value: "ADDRESS",
    default: "0",
    help: "Where to serve metrics, for instance :8443. 0 is off.",
  },
  "metrics-secure": { value: yesOrNo, default: "true", help: "Serve metrics by HTTPS, to those whom RBAC allows it." },
  "metrics-cert-path": {
    value: "FOLDER",
    default: undefined,
    help: "Folder of the certificate for metrics. Without it, one is made.",
  },
  "metrics-cert-name": { value: "FILE", default: "tls.crt", help: "Name of the certificate in that folder." },
  "metrics-cert-key": { value: "FILE", default: "tls.key", help: "Name of its key." },
  "metrics-cert-secret": {
    value: "NAME",
    default: undefined,
    help: "Make the certificate for metrics with a CA, and keep both in this Secret. Instead of --metrics-cert-path.",
  },
  "metrics-service": {
    value: "NAME",
    default: undefined,
    help: "Service that leads to the metrics, with --metrics-cert-secret.",
  },
  "health-probe-bind-address": {
    value: "ADDRESS",
    default: ":8081",
    help: "Where to serve /healthz and /readyz. 0 is off.",
  },
  "webhook-port": { value: "PORT", default: "9443", help: "Where to serve webhooks, where there are some." },
  "webhook-cert-path": {
    value: "FOLDER",
    default: "/tmp/k8s-webhook-server/serving-certs",
    help: "Folder of the certificate for webhooks.",
  },
  "webhook-cert-name": { value: "FILE", default: "tls.crt", help: "Name of the certificate in that folder." },
  "webhook-cert-key": { value: "FILE", default: "tls.key", help: "Name of its key." },
  "webhook-cert-secret": {
    value: "NAME",
    default: undefined,
    help: "Make the certificate for webhooks, and keep it in this Secret. Instead of --webhook-cert-path.",
  },
  "webhook-service": {
    value: "NAME",
    default: undefined,
    help: "Service that leads to the webhooks, with --webhook-cert-secret.",
  },
  "leader-elect": {
    value: yesOrNo,
    default: "false",
    help: "Work only while holding a lease: for more than one replica.",
  },
  "leader-election-namespace": {
    value: "NAME",
    default: undefined,
    help: "Namespace of the lease. In a pod, its own.",
  },
  kubeconfig: {
    value: "FILE",
    default: undefined,
    help: "Kubeconfig to use instead of KUBECONFIG, the pod's account or ~/.kube/config.",
  },
  context: { value: "NAME", default: undefined, help: "Context of the kubeconfig to use instead of its current one." },
  "log-format": { value: "json|text", default: undefined, help: "Default: text on a terminal, json elsewhere." },
  "log-level": { value: "debug|info|warn|error", default: "info", help: "The least important lines to write." },
  "log-reconciles": {
    value: yesOrNo,
    default: "false",
    help: "Log each run of a reconciler: what asked for it, how long it took, what came of it.",
  },
} as const satisfies Record<string, Flag>;

export type FlagName = keyof typeof flags;

/** What `tsop dev` tells an operator, which knows nothing of its arguments. */
export const variables: Partial<Record<FlagName, string>> = {
  "webhook-port": "WEBHOOK_PORT",
  "webhook-cert-path": "WEBHOOK_CERT_PATH",
  "webhook-cert-secret": "WEBHOOK_CERT_SECRET",
  "webhook-service": "WEBHOOK_SERVICE",
  "metrics-cert-secret": "METRICS_CERT_SECRET",
  "metrics-service": "METRICS_SERVICE",
};

export const environment = `  WATCH_NAMESPACE      Namespaces to work in, separated by commas. Default: all.
  ENABLE_WEBHOOKS      false: serve no webhooks. Default: true.
  WEBHOOK_PORT         As --webhook-port.
  WEBHOOK_CERT_PATH    As --webhook-cert-path.
  WEBHOOK_CERT_SECRET  As --webhook-cert-secret.
  WEBHOOK_SERVICE      As --webhook-service.
  METRICS_CERT_SECRET  As --metrics-cert-secret.
  METRICS_SERVICE      As --metrics-service.
`;
