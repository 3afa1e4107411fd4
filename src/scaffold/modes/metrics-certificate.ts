/** The certificate of the metrics server: the operator generates it, and the ServiceMonitor refers to its CA. */
import { listItems } from "../../core/yaml-list.js";
import { type Placement, withEndingsOf } from "../placement.js";
import {
  defaultFile,
  metricsCertificateRoles,
  operatorPatch,
  rbacFile,
  rows,
  setRow,
} from "./default-kustomization.js";

export const monitorFile = "config/prometheus/monitor.yaml";

/** The `tlsConfig` of earlier scaffolds. */
const uncheckedMonitor = `      # The certificate is self-signed. monitor_tls_patch.yaml has it checked.
      insecureSkipVerify: true
`;

const certificateFiles = [
  "config/metrics/kustomization.yaml",
  "config/metrics/kustomizeconfig.yaml",
  "config/metrics/certificate_secret.yaml",
  `config/default/${rows.metricsCertificatePatch}`,
  ...metricsCertificateRoles.map((role) => `config/rbac/${role}`),
];

/** Returns whether cert-manager or the user provides the certificate, and not the operator. */
export function hasForeignCertificate({ tree }: Placement): boolean {
  return listItems(tree.read(defaultFile) ?? "", defaultFile, "patches").has(rows.foreignMetricsCertificatePatch);
}

/** Configures whether the operator generates the certificate. */
export function planMetricsCertificate(placement: Placement, isWanted: boolean, restore: (file: string) => void): void {
  if (isWanted) for (const file of certificateFiles) restore(file);
  setRow(placement, defaultFile, "resources", rows.metricsCertificate, isWanted);
  setRow(placement, defaultFile, "patches", operatorPatch(rows.metricsCertificatePatch), isWanted);
  for (const role of metricsCertificateRoles) setRow(placement, rbacFile, "resources", role, isWanted);
}

/**
 * Configures a ServiceMonitor to verify the certificate, if the file still has the content of an earlier scaffold.
 *
 * @param wanted - as it is scaffolded today
 */
export function planCheckedMonitor({ tree }: Placement, wanted: string): void {
  const present = tree.read(monitorFile);
  if (present === undefined) return;
  const unchecked = wanted.replace(/(?<= {4}tlsConfig:\n)[^]*(?= {2}selector:)/, () => uncheckedMonitor);
  if (present === withEndingsOf(present, unchecked)) tree.overwrite(monitorFile, withEndingsOf(present, wanted));
}
