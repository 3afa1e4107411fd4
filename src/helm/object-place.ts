/** The location of an object's template, and the values that must be true for it. */
import type { ExactJsonObject } from "../core/json.js";
import { type Facts, boundRoleKey, isBinding, isKind, isMetricsReader, isMetricsService, roleKey } from "./facts.js";
import { at, idOf, listAt, textAt, textListAt } from "./objects.js";

export interface ObjectPlace {
  readonly folder: string;
  readonly conditions: readonly string[];
}

export function placeOf(object: ExactJsonObject, facts: Facts): ObjectPlace {
  const { group, kind, name } = idOf(object);
  switch (group) {
    case "":
      return placeOfCore(kind, name, object, facts);
    case "apiextensions.k8s.io":
      return within("crd", "crds.enabled");
    case "rbac.authorization.k8s.io":
      return within("rbac", ...rbacConditions(object, facts));
    case "admissionregistration.k8s.io":
      return listAt(object, "webhooks").length > 0 ? within("webhook", "webhooks.enabled") : within("extra");
    case "cert-manager.io":
      return within("cert-manager", "certManager.enabled", ...certificateConditions(object, facts));
    case "monitoring.coreos.com":
      return within("prometheus", "prometheus.enabled", ...(facts.metrics ? ["metrics.enabled"] : []));
    case "networking.k8s.io":
      return kind === "NetworkPolicy" ? within("network-policy", ...policyConditions(object, facts)) : within("extra");
    case "policy":
      return within("manager", "podDisruptionBudget.enabled");
    case "apps":
      return within("manager");
    default:
      return within("extra");
  }
}

function within(folder: string, ...conditions: string[]): ObjectPlace {
  return { folder, conditions };
}

function placeOfCore(kind: string, name: string, object: ExactJsonObject, facts: Facts): ObjectPlace {
  const { serviceAccount, ownCertificate, metrics, metricsCertificate, webhookServices } = facts;
  switch (kind) {
    case "ServiceAccount":
      return within("rbac", ...(name === serviceAccount ? ["serviceAccount.create"] : []));
    case "Secret":
      if (name === ownCertificate?.secret) return within("webhook", "webhooks.enabled");
      if (metrics === undefined || name !== metricsCertificate?.secret) return within("extra");
      return within("metrics", "metrics.enabled", "metrics.secure");
    case "Service":
      if (webhookServices.has(name)) return within("webhook", "webhooks.enabled");
      return isMetricsService(object, facts) ? within("metrics", "metrics.enabled") : within("extra");
    default:
      return within("extra");
  }
}

function rbacConditions(object: ExactJsonObject, facts: Facts): string[] {
  const key = isBinding(object) ? boundRoleKey(object) : roleKey(object);
  const isForMetrics =
    facts.metricsAuthRoles.has(key) || isMetricsReader(object) || facts.metricsCertificate?.roles.has(key) === true;
  if (facts.metrics !== undefined && isForMetrics) return ["metrics.enabled", "metrics.secure"];
  if (facts.ownCertificate?.roles.has(key) === true) return ["webhooks.enabled"];
  return isUserRole(object, facts) ? ["rbac.userRoles"] : [];
}

/** Returns whether the chart binds a ClusterRole to no account: such roles are for the users of the operator's kinds. */
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
