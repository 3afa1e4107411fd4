/** The kustomization lines that turn features on. */
import type { Order } from "../../core/yaml-splice.js";
import { withListItem, withoutListItem } from "../../core/yaml-list.js";
import type { ListItem } from "../../core/yaml-splice.js";
import type { Placement } from "../placement.js";

export const defaultFile = "config/default/kustomization.yaml";
export const rbacFile = "config/rbac/kustomization.yaml";
export const policyFile = "config/network-policy/kustomization.yaml";
export const webhookFile = "config/webhook/kustomization.yaml";
export const apiserverConfigFile = "config/apiserver/kustomization.yaml";
export const crdFile = "config/crd/kustomization.yaml";

/** The name of the operator in config/manager. */
export const managerName = "controller-manager";

export const rows = {
  metricsService: "metrics_service.yaml",
  metricsPatch: "manager_metrics_patch.yaml",
  metricsCertificate: "../metrics",
  metricsCertificatePatch: "metrics_certificate_patch.yaml",
  foreignMetricsCertificatePatch: "cert_metrics_manager_patch.yaml",
  prometheus: "../prometheus",
  networkPolicy: "../network-policy",
  daemonset: "../daemonset",
  highAvailability: "../high-availability",
  metricsPolicy: "allow-metrics-traffic.yaml",
  denyIngress: "deny-ingress.yaml",
  webhook: "../webhook",
  webhookPatch: "manager_webhook_patch.yaml",
  webhookPolicy: "allow-webhook-traffic.yaml",
  webhookManifests: "manifests.yaml",
  webhookService: "service.yaml",
  ownCertificatesPatch: "webhook_certificates_patch.yaml",
  certificateSecret: "certificate_secret.yaml",
  certManager: "../certmanager",
  certManagerPatch: "webhook_cert_manager_patch.yaml",
  certManagerReplacements: "webhook_cert_manager_replacements.yaml",
  kustomizeConfig: "kustomizeconfig.yaml",
  apiserver: "../apiserver",
  apiserverReplacements: "apiserver_replacements.yaml",
  apiserverCertificatesPatch: "certificates_patch.yaml",
  apiserverDataClaim: "data_claim.yaml",
  apiserverDataPatch: "data_patch.yaml",
  apiserverStorageRole: "storage_role.yaml",
  apiserverStorageRoleBinding: "storage_role_binding.yaml",
} as const;

/** The roles that the operator needs to generate the certificate for its webhooks. */
export const certificateRoles = ["webhook_certificates_role.yaml", "webhook_certificates_role_binding.yaml"];

export const metricsRoles = ["metrics_auth_role.yaml", "metrics_auth_role_binding.yaml", "metrics_reader_role.yaml"];

/** The roles that the operator needs to generate the certificate for its metrics. */
export const metricsCertificateRoles = ["metrics_certificate_role.yaml", "metrics_certificate_role_binding.yaml"];

/** The roles that the extension API server needs to generate its certificate. */
export const apiserverCertificateRoles = ["certificates_role.yaml", "certificates_role_binding.yaml"];

/** The order of the scaffold, so that the result does not depend on the sequence of commands. */
const orders: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  [defaultFile]: {
    resources: [
      "../rbac",
      "../manager",
      rows.metricsService,
      rows.metricsCertificate,
      rows.webhook,
      rows.certManager,
      rows.apiserver,
      rows.prometheus,
      rows.networkPolicy,
    ],
    components: [rows.daemonset, rows.highAvailability],
    patches: [
      rows.metricsPatch,
      rows.metricsCertificatePatch,
      rows.foreignMetricsCertificatePatch,
      rows.webhookPatch,
      rows.ownCertificatesPatch,
      rows.certManagerPatch,
    ],
  },
  [rbacFile]: {
    resources: [
      "service_account.yaml",
      "role.yaml",
      "role_binding.yaml",
      "leader_election_role.yaml",
      "leader_election_role_binding.yaml",
      ...metricsRoles,
      ...metricsCertificateRoles,
      ...certificateRoles,
    ],
  },
  [policyFile]: { resources: [rows.denyIngress, rows.metricsPolicy, rows.webhookPolicy] },
  [apiserverConfigFile]: {
    resources: [
      "service_account.yaml",
      "auth_delegator_role_binding.yaml",
      "auth_reader_role_binding.yaml",
      "role.yaml",
      "role_binding.yaml",
      ...apiserverCertificateRoles,
      rows.apiserverStorageRole,
      rows.apiserverStorageRoleBinding,
      "deployment.yaml",
      "service.yaml",
      rows.apiserverDataClaim,
      rows.certificateSecret,
    ],
    patches: [rows.apiserverCertificatesPatch, rows.apiserverDataPatch],
  },
  [webhookFile]: { resources: [rows.webhookManifests, rows.webhookService, rows.certificateSecret] },
};

const keys = [
  "namespace",
  "namePrefix",
  "nameSuffix",
  "resources",
  "components",
  "patches",
  "replacements",
  "replicas",
];

/** Returns a patch of the operator, whatever its workload kind. */
export function operatorPatch(file: string): ListItem {
  return { id: file, text: `path: ${file}\ntarget:\n  kind: Deployment|DaemonSet\n  name: ${managerName}` };
}

/** Adds a line to a kustomization, or removes it. */
export function setRow(
  placement: Placement,
  file: string,
  key: string,
  item: string | ListItem,
  isWanted: boolean,
): void {
  const text = placement.tree.read(file);
  const id = typeof item === "string" ? item : item.id;
  if (text === undefined) {
    if (isWanted) {
      placement.refuse("modes/changed-by-hand", `${file} does not exist, and it must list ${id}`, {
        hint: `Restore it, or add this to the kustomization that replaces it:\n${key}:\n- ${textOf(item)}`,
      });
    }
    return;
  }
  const order: Order = { items: orders[file]?.[key] ?? [], keys };
  placement.change(file, isWanted ? withListItem(text, file, key, item, order) : withoutListItem(text, file, key, id));
}

function textOf(item: string | ListItem): string {
  return typeof item === "string" ? item : item.text.replaceAll("\n", "\n  ");
}
