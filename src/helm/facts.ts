/** Facts about the objects of a chart: the operator's workload, the metrics server, and the webhook servers. */
import { TsopError } from "../core/errors.js";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../core/json.js";
import { at, idOf, listAt, mapAt, showId, textAt, textListAt } from "./objects.js";

export interface Metrics {
  /** The host part of `--metrics-bind-address`. */
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
}

export interface OwnCertificate {
  readonly secret: string;
  readonly roles: ReadonlySet<string>;
}

export interface Facts {
  /** The name of the project and of the chart. */
  readonly project: string;
  /** The prefix of the object names, without the dash. */
  readonly prefix: string;
  readonly namespace: string;
  readonly workload: ExactJsonObject;
  readonly container: ExactJsonObject;
  readonly serviceAccount: string;
  /** Whether the service account is one of the objects. */
  readonly hasServiceAccount: boolean;
  readonly metrics: Metrics | undefined;
  /** The names of the Services that receive webhook requests. */
  readonly webhookServices: ReadonlySet<string>;
  /** The certificate of the webhooks, if the operator issues it: the Secret that stores it, and its roles. */
  readonly ownCertificate: OwnCertificate | undefined;
  /** The same for the certificate of the metrics server. */
  readonly metricsCertificate: OwnCertificate | undefined;
  /** The names of the Secrets that cert-manager creates. */
  readonly certificateSecrets: ReadonlySet<string>;
  /** The roles that are bound to the operator's account, by kind and name: `ClusterRole/demo-manager-role`. */
  readonly managerRoles: ReadonlySet<string>;
  /** The subset of these roles that only checks which clients can read metrics. */
  readonly metricsAuthRoles: ReadonlySet<string>;
  readonly objects: readonly ExactJsonObject[];
}

const workloadKinds = new Set(["Deployment", "DaemonSet", "StatefulSet"]);

/**
 * @param namePrefix - of the kustomization, where the objects are not named after the project
 * @throws TsopError `helm/no-manager`
 */
export function readFacts(project: string, namePrefix: string, objects: readonly ExactJsonObject[]): Facts {
  const workload = findWorkload(objects);
  const container = managerOf(workload);
  const namespace = idOf(workload).namespace;
  const serviceAccount = textAt(workload, "spec", "template", "spec", "serviceAccountName");
  const bound = boundRoles(objects, serviceAccount, namespace);
  const authRoles = new Set(objects.filter(isMetricsAuth).map(roleKey));
  const ownCertificate = readOwnCertificate("webhook", container, objects, bound);
  const metricsCertificate = readOwnCertificate("metrics", container, objects, bound);
  const others = new Set([...authRoles, ...(ownCertificate?.roles ?? []), ...(metricsCertificate?.roles ?? [])]);
  return {
    project,
    prefix: choosePrefix(project, namePrefix, objects),
    namespace,
    workload,
    container,
    serviceAccount,
    hasServiceAccount: objects.some(
      (object) => isKind(object, "", "ServiceAccount") && idOf(object).name === serviceAccount,
    ),
    metrics: readMetrics(container),
    webhookServices: new Set(objects.flatMap((object) => servicesOf(object))),
    ownCertificate,
    metricsCertificate,
    certificateSecrets: new Set(
      objects
        .filter((object) => isKind(object, "cert-manager.io", "Certificate"))
        .map((each) => textAt(each, "spec", "secretName")),
    ),
    managerRoles: new Set(
      objects
        .filter((object) => bound.has(roleKey(object)) && !others.has(roleKey(object)) && !isLeaderElection(object))
        .map(roleKey),
    ),
    metricsAuthRoles: authRoles,
    objects,
  };
}

export function isKind(object: ExactJsonValue, group: string, kind: string): boolean {
  const id = idOf(object);
  return id.group === group && id.kind === kind;
}

export function isCrd(object: ExactJsonValue): boolean {
  return isKind(object, "apiextensions.k8s.io", "CustomResourceDefinition");
}

const rbac = "rbac.authorization.k8s.io";

export function isRole(object: ExactJsonValue): boolean {
  return isKind(object, rbac, "Role") || isKind(object, rbac, "ClusterRole");
}

export function isBinding(object: ExactJsonValue): boolean {
  return isKind(object, rbac, "RoleBinding") || isKind(object, rbac, "ClusterRoleBinding");
}

export function roleKey(object: ExactJsonValue): string {
  return `${textAt(object, "kind")}/${textAt(object, "metadata", "name")}`;
}

/** Returns the key of the role in a binding: `ClusterRole/demo-manager-role`. */
export function boundRoleKey(binding: ExactJsonValue): string {
  return `${textAt(binding, "roleRef", "kind")}/${textAt(binding, "roleRef", "name")}`;
}

function findWorkload(objects: readonly ExactJsonObject[]): ExactJsonObject {
  const workloads = objects.filter(
    (object) => workloadKinds.has(textAt(object, "kind")) && idOf(object).group === "apps",
  );
  const named = workloads.find((object) => containersOf(object).some(({ name }) => name === "manager"));
  const found = named ?? (workloads.length === 1 ? workloads[0] : undefined);
  if (found !== undefined && containersOf(found).length > 0) return found;
  throw new TsopError("helm/no-manager", "no Deployment has a container called manager", {
    hint:
      workloads.length === 0
        ? "Add ../manager to `resources` in config/default/kustomization.yaml."
        : `Name the operator's container manager. Workloads: ${workloads.map((each) => showId(idOf(each))).join(", ")}.`,
  });
}

function containersOf(workload: ExactJsonValue): readonly ExactJsonObject[] {
  return listAt(workload, "spec", "template", "spec", "containers").filter(isJsonObject);
}

function managerOf(workload: ExactJsonValue): ExactJsonObject {
  const containers = containersOf(workload);
  return containers.find(({ name }) => name === "manager") ?? containers[0] ?? {};
}

function choosePrefix(project: string, namePrefix: string, objects: readonly ExactJsonObject[]): string {
  const names = objects.map((object) => textAt(object, "metadata", "name"));
  const own = namePrefix.replace(/-$/, "");
  return own === "" || names.some((name) => name.startsWith(`${project}-`)) ? project : own;
}

function readMetrics(container: ExactJsonValue): Metrics | undefined {
  const args = textListAt(container, "args");
  const flag = args.map((arg) => /^--metrics-bind-address=(.*):(\d+)$/.exec(arg)).find((match) => match !== null);
  const [, host = "", port = "0"] = flag ?? [];
  if (Number(port) === 0) return undefined;
  return { host, port: Number(port), isSecure: !args.includes("--metrics-secure=false") };
}

/** Returns the Services to which an object directs admission or conversion reviews. */
function servicesOf(object: ExactJsonValue): string[] {
  const configs = isCrd(object)
    ? [at(object, "spec", "conversion", "webhook", "clientConfig")]
    : idOf(object).group === "admissionregistration.k8s.io"
      ? listAt(object, "webhooks").map((webhook) => at(webhook, "clientConfig"))
      : [];
  return configs.map((config) => textAt(config, "service", "name")).filter((name) => name !== "");
}

function boundRoles(objects: readonly ExactJsonObject[], account: string, namespace: string): ReadonlySet<string> {
  const isOurs = (subject: ExactJsonValue): boolean =>
    textAt(subject, "kind") === "ServiceAccount" &&
    textAt(subject, "name") === account &&
    textAt(subject, "namespace") === namespace;
  const bindings = objects.filter((object) => isBinding(object) && listAt(object, "subjects").some(isOurs));
  return new Set(bindings.map(boundRoleKey));
}

/** Returns whether a role only allows token reviews and subject access reviews. */
function isMetricsAuth(object: ExactJsonValue): boolean {
  const resources = listAt(object, "rules").flatMap((rule) => textListAt(rule, "resources"));
  const wanted = ["tokenreviews", "subjectaccessreviews"];
  return isRole(object) && resources.length > 0 && resources.every((name) => wanted.includes(name));
}

/** The operator's variables that set the Secret of its own certificate, and the Service that the certificate is for. */
export const certificateVariables: Readonly<Record<Server, ReadonlySet<string>>> = {
  webhook: new Set(["WEBHOOK_CERT_SECRET", "WEBHOOK_SERVICE"]),
  metrics: new Set(["METRICS_CERT_SECRET", "METRICS_SERVICE"]),
};

/** A server of the operator, by its name in flags and variables. */
type Server = "webhook" | "metrics";

function readOwnCertificate(
  server: Server,
  container: ExactJsonValue,
  objects: readonly ExactJsonObject[],
  bound: ReadonlySet<string>,
): OwnCertificate | undefined {
  const variableName = `${server.toUpperCase()}_CERT_SECRET`;
  const variable = listAt(container, "env").find((each) => textAt(each, "name") === variableName);
  const flag = textListAt(container, "args").find((arg) => arg.startsWith(`--${server}-cert-secret=`));
  const secret = flag?.slice(flag.indexOf("=") + 1) ?? (variable === undefined ? "" : textAt(variable, "value"));
  if (secret === "") return undefined;
  const roles = objects.filter((object) => bound.has(roleKey(object)) && isCertificateRole(object, server, secret));
  return { secret, roles: new Set(roles.map(roleKey)) };
}

/** Returns whether a role only covers the Secret of the certificate and the objects that contain its CA. */
function isCertificateRole(object: ExactJsonValue, server: Server, secret: string): boolean {
  const told = ["mutatingwebhookconfigurations", "validatingwebhookconfigurations", "customresourcedefinitions"];
  const rules = listAt(object, "rules");
  const isNamed = textAt(object, "metadata", "name").includes(server);
  return (
    isNamed &&
    rules.length > 0 &&
    rules.every((rule) => {
      const resources = textListAt(rule, "resources");
      const isSecret = resources.every((name) => name === "secrets");
      return isSecret
        ? textListAt(rule, "resourceNames").every((name) => name === secret)
        : resources.every((name) => told.includes(name));
    })
  );
}

function isLeaderElection(object: ExactJsonValue): boolean {
  return textAt(object, "kind") === "Role" && textAt(object, "metadata", "name").includes("leader-election");
}

/** Returns whether a role allows others to read the metrics. */
export function isMetricsReader(object: ExactJsonValue): boolean {
  const rules = listAt(object, "rules");
  return (
    isRole(object) && rules.length > 0 && rules.every((rule) => listAt(rule, "nonResourceURLs").includes("/metrics"))
  );
}

/** Returns whether the object is a Service for metrics. */
export function isMetricsService(object: ExactJsonValue, { metrics, container }: Facts): boolean {
  if (metrics === undefined || !isKind(object, "", "Service")) return false;
  const names = portNames(container, metrics.port);
  return listAt(object, "spec", "ports").some((port) => {
    const target = at(port, "targetPort") ?? at(port, "port");
    return typeof target === "string" ? names.includes(target) : Number(target) === metrics.port;
  });
}

/** Returns the names of a port in a container. */
function portNames(container: ExactJsonValue, port: number): string[] {
  return listAt(container, "ports")
    .filter((each) => Number(at(each, "containerPort")) === port)
    .map((each) => textAt(each, "name"))
    .filter((name) => name !== "");
}

export function podOf(workload: ExactJsonValue): ExactJsonObject {
  return mapAt(workload, "spec", "template", "spec");
}
