/** Where the template of an object belongs, and which values have to be true for it. */
import type { ExactJsonObject } from "../core/json.js";
import { type Facts, boundRoleKey, isBinding, isKind, isMetricsReader, isMetricsService, roleKey } from "./facts.js";
import { at, idOf, listAt, textAt, textListAt } from "./objects.js";

export interface ObjectPlace {
  readonly folder: string;
  readonly conditions: readonly string[];
}

export function placeOf(object: ExactJsonObject, facts: Facts): ObjectPlace {
  const { group, kind } = idOf(object);
  switch (group) {
    case "apiextensions.k8s.io":
      return { folder: "crd", conditions: ["crds.enabled"] };
    case "rbac.authorization.k8s.io":
      return { folder: "rbac", conditions: rbacConditions(object, facts) };
    case "admissionregistration.k8s.io":
      return listAt(object, "webhooks").length > 0
        ? { folder: "webhook", conditions: ["webhooks.enabled"] }
        : { folder: "extra", conditions: [] };
    case "cert-manager.io":
      return { folder: "cert-manager", conditions: ["certManager.enabled", ...certificateConditions(object, facts)] };
    case "monitoring.coreos.com":
      return {
        folder: "prometheus",
        conditions: ["prometheus.enabled", ...(facts.metrics ? ["metrics.enabled"] : [])],
      };
    case "networking.k8s.io":
      if (kind === "NetworkPolicy") return { folder: "network-policy", conditions: policyConditions(object, facts) };
      break;
    case "policy":
      return { folder: "manager", conditions: ["podDisruptionBudget.enabled"] };
    case "apps":
      return { folder: "manager", conditions: [] };
  }
  if (group !== "") return { folder: "extra", conditions: [] };
  if (kind === "ServiceAccount") {
    return {
      folder: "rbac",
      conditions: textAt(object, "metadata", "name") === facts.serviceAccount ? ["serviceAccount.create"] : [],
    };
  }
  if (kind === "Secret") {
    const name = textAt(object, "metadata", "name");
    if (name === facts.ownCertificate?.secret) return { folder: "webhook", conditions: ["webhooks.enabled"] };
    if (facts.metrics !== undefined && name === facts.metricsCertificate?.secret)
      return { folder: "metrics", conditions: ["metrics.enabled", "metrics.secure"] };
  }
  if (kind === "Service") {
    if (facts.webhookServices.has(textAt(object, "metadata", "name")))
      return { folder: "webhook", conditions: ["webhooks.enabled"] };
    if (isMetricsService(object, facts)) return { folder: "metrics", conditions: ["metrics.enabled"] };
  }
  return { folder: "extra", conditions: [] };
}

function rbacConditions(object: ExactJsonObject, facts: Facts): string[] {
  const key = isBinding(object) ? boundRoleKey(object) : roleKey(object);
  const isForMetrics =
    facts.metricsAuthRoles.has(key) || isMetricsReader(object) || facts.metricsCertificate?.roles.has(key) === true;
  if (facts.metrics !== undefined && isForMetrics) return ["metrics.enabled", "metrics.secure"];
  if (facts.ownCertificate?.roles.has(key) === true) return ["webhooks.enabled"];
  return isUserRole(object, facts) ? ["rbac.userRoles"] : [];
}

/** A ClusterRole that the chart binds to nobody: it is for the users of the operator's kinds. */
function isUserRole(object: ExactJsonObject, { objects }: Facts): boolean {
  if (!isKind(object, "rbac.authorization.k8s.io", "ClusterRole") || isMetricsReader(object)) return false;
  return !objects.some((each) => isBinding(each) && boundRoleKey(each) === roleKey(object));
}

function certificateConditions(object: ExactJsonObject, { webhookServices, metrics, objects }: Facts): string[] {
  const hosts = textListAt(object, "spec", "dnsNames").map((name) => name.split(".")[0] ?? "");
  if (hosts.some((host) => webhookServices.has(host))) return ["webhooks.enabled"];
  const services = objects.filter(
    (each) => isKind(each, "", "Service") && hosts.includes(textAt(each, "metadata", "name")),
  );
  return metrics !== undefined && services.length > 0 ? ["metrics.enabled", "metrics.secure"] : [];
}

function policyConditions(object: ExactJsonObject, { metrics, webhookServices }: Facts): string[] {
  const ports = listAt(object, "spec", "ingress").flatMap((rule) =>
    listAt(rule, "ports").map((port) => Number(at(port, "port"))),
  );
  if (metrics !== undefined && ports.includes(metrics.port)) return ["networkPolicy.enabled", "metrics.enabled"];
  const isOfWebhooks = webhookServices.size > 0 && textAt(object, "metadata", "name").includes("webhook");
  return ["networkPolicy.enabled", ...(isOfWebhooks ? ["webhooks.enabled"] : [])];
}
