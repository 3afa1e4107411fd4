/**
 * The folders into which OLM mounts the certificate for webhooks, in the order of the folders' importance: the first one is
 * the default of tsop's runtime library, so an operator needs no flag.
 * Source: operator-lifecycle-manager, pkg/controller/install/certresources.go.
 */
export const certificateMounts = [
  { folder: "/tmp/k8s-webhook-server/serving-certs", volume: "webhook-cert", certificate: "tls.crt", key: "tls.key" },
  {
    ...{ folder: "/apiserver.local.config/certificates", volume: "apiservice-cert" },
    ...{ certificate: "apiserver.crt", key: "apiserver.key" },
  },
] as const;

export function isCertificateFolder(folder: string): boolean {
  return certificateMounts.some((each) => each.folder === folder.replace(/\/$/, ""));
}
