import { writeState } from "../../machinery/project-state.js";

/**
 * Creates a certificate for loopback and these names, and writes it in the layout of a mounted kubernetes.io/tls Secret. Returns
 * its authority.
 */
export async function writeCertificate(root: string, folder: string, names: readonly string[] = []): Promise<string> {
  const { createServingCertificates } = await import("../../apiserver/http/certificates.js");
  const { ca, cert, key } = await createServingCertificates(Date.now(), names);
  for (const [name, text] of [
    ["ca.crt", ca],
    ["tls.crt", cert],
    ["tls.key", key],
  ] as const) {
    writeState(root, `${folder}/${name}`, text);
  }
  return ca;
}
