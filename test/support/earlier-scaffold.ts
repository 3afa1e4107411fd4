import { expect } from "vitest";

export const uncheckedTls =
  "      # The certificate is self-signed. monitor_tls_patch.yaml has it checked.\n      insecureSkipVerify: true\n";

/** Converts a scaffold's files to those of an earlier tsop, whose operator had no verifiable certificate for metrics. */
export function withoutMetricsCertificate(files: Readonly<Record<string, string>>): Record<string, string> {
  const isLater = (name: string): boolean => /^config\/(?:metrics\/|(?:default|rbac)\/metrics_certificate_)/.test(name);
  const earlier = Object.fromEntries(
    Object.entries(files).filter(([name]) => !isLater(name) && !name.endsWith("/")), // a snapshot also lists folders
  );
  const change = (file: string, from: RegExp, to: string): void => {
    expect(earlier[file]).toMatch(from);
    earlier[file] = earlier[file]!.replace(from, to);
  };
  change("config/default/kustomization.yaml", /- \.\.\/metrics\n/, "");
  change("config/default/kustomization.yaml", /- path: metrics_certificate_patch.yaml\n(?: .*\n)+/, "");
  change("config/rbac/kustomization.yaml", /(?:- metrics_certificate_.*\n)+/, "");
  change("config/prometheus/monitor.yaml", / {6}# Prometheus verifies[^]*key: ca.crt\n/, uncheckedTls);
  return earlier;
}
