/** The certificate by which metrics are served: the operator makes it, and the ServiceMonitor names its CA. */
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

/** What earlier scaffolds had in `tlsConfig`. */
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

/** Whether cert-manager or the user makes the certificate, and not the operator. */
export function hasForeignCertificate({ tree }: Placement): boolean {
  return listItems(tree.read(defaultFile) ?? "", defaultFile, "patches").has(rows.foreignMetricsCertificatePatch);
}

/** Has the operator make the certificate, or no longer make it. */
export function planMetricsCertificate(placement: Placement, isWanted: boolean, restore: (file: string) => void): void {
  if (isWanted) for (const file of certificateFiles) restore(file);
  setRow(placement, defaultFile, "resources", rows.metricsCertificate, isWanted);
  setRow(placement, defaultFile, "patches", operatorPatch(rows.metricsCertificatePatch), isWanted);
  for (const role of metricsCertificateRoles) setRow(placement, rbacFile, "resources", role, isWanted);
}

/**
 * Has a ServiceMonitor that is as an earlier scaffold made it check the certificate.
 *
 * @param wanted - as it is scaffolded today
 */
export function planCheckedMonitor({ tree }: Placement, wanted: string): void {
  const present = tree.read(monitorFile);
  if (present === undefined) return;
  const unchecked = wanted.replace(/(?<= {4}tlsConfig:\n)[^]*(?= {2}selector:)/, () => uncheckedMonitor);
  if (present === withEndingsOf(present, unchecked)) tree.overwrite(monitorFile, withEndingsOf(present, wanted));
}
