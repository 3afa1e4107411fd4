/**
 * `/healthz`, `/livez` and `/readyz`: a server that responds is healthy, and its start has ended.
 * Source: k8s.io/apiserver/pkg/server/healthz/healthz.go.
 */
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { RequestUrl } from "../http/request-url.js";
import type { Answer } from "../http/answer.js";

/** The names of the checks of each path. */
export type HealthChecks = Readonly<Record<HealthPath, readonly string[]>>;

const healthPathNames = ["healthz", "livez", "readyz"] as const;

type HealthPath = (typeof healthPathNames)[number];

/** Returns the checks of kube-apiserver, in its order. */
export function kubeApiServerChecks(version: KubernetesVersion): HealthChecks {
  const steps = startSteps(version);
  const certificate = isSince(version, "1.37") ? ["loopback-serving-certificate"] : [];
  const live = ["ping", "log", ...certificate, "etcd", ...steps];
  return {
    healthz: live,
    livez: live,
    readyz: ["ping", "log", "etcd", "etcd-readiness", "informer-sync", ...steps, "shutdown"],
  };
}

/** The steps of the start: they have ended when the server answers its first request. */
function startSteps(version: KubernetesVersion): readonly string[] {
  const since137 = (name: string): string[] => (isSince(version, "1.37") ? [name] : []);
  const hooks = (...names: readonly string[]): string[] => names.map((name) => `poststarthook/${name}`);
  return [
    ...hooks(
      "start-apiserver-admission-initializer",
      "generic-apiserver-start-informers",
      "priority-and-fairness-config-consumer",
      "priority-and-fairness-filter",
      "storage-object-count-tracker-hook",
      "start-apiextensions-informers",
      "start-apiextensions-controllers",
      "crd-informer-synced",
      "start-system-namespaces-controller",
      ...since137("peer-endpoint-reconciler-controller"),
      "start-cluster-authentication-info-controller",
      "start-kube-apiserver-identity-lease-controller",
      "start-kube-apiserver-identity-lease-garbage-collector",
      ...since137("storage-readiness"),
      "start-legacy-token-tracking-controller",
      "start-service-ip-repair-controllers",
      "rbac/bootstrap-roles",
      "scheduling/bootstrap-system-priority-classes",
      "priority-and-fairness-config-producer",
      "bootstrap-controller",
      "start-kubernetes-service-cidr-controller",
      "aggregator-reload-proxy-client-cert",
      "start-kube-aggregator-informers",
      "apiservice-status-local-available-controller",
      "apiservice-status-remote-available-controller",
      "apiservice-registration-controller",
      "apiservice-discovery-controller",
      "kube-apiserver-autoregistration",
    ),
    "autoregister-completion",
    ...hooks("apiservice-openapi-controller", "apiservice-openapiv3-controller"),
  ];
}

/** Returns the paths of all checks: `/readyz`, `/readyz/ping`. */
export function healthPaths(checks: HealthChecks): string[] {
  return healthPathNames.flatMap((name) => [`/${name}`, ...checks[name].map((check) => `/${name}/${check}`)]);
}

/** Returns undefined for a path that is not a health check. */
export function answerHealth({ pathname, searchParams }: RequestUrl, checks: HealthChecks): Answer | undefined {
  const [, name = "", ...rest] = pathname.split("/");
  if (!isHealthPath(name)) return undefined;
  const known = checks[name];
  if (rest.length > 0) return known.includes(rest.join("/")) ? text("ok") : undefined;
  if (!searchParams.has("verbose")) return text("ok");
  const excluded = new Set(searchParams.getAll("exclude"));
  const lines = known.map((each) => (excluded.has(each) ? `[+]${each} excluded: ok` : `[+]${each} ok`));
  const unknown = [...excluded].filter((each) => !known.includes(each));
  const names = unknown.map((each) => JSON.stringify(each)).join(",");
  if (names !== "") lines.push(`warn: some health checks cannot be excluded: no matches for ${names}`);
  return text([...lines, `${name} check passed`, ""].join("\n"));
}

/** Returns whether a path has checks: `healthz`. */
export function isHealthPath(name: string): name is HealthPath {
  return (healthPathNames as readonly string[]).includes(name);
}

function text(body: string): Answer {
  return { type: "text", code: 200, contentType: "text/plain; charset=utf-8", text: body };
}
