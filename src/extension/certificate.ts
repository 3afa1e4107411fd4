import type { Clock } from "../core/clock.js";
import type { ServingCertificate } from "../core/serving-certificate.js";
import { type CertificateFiles, readCertificateFiles } from "../runtime/http/secure-server.js";
import type { ExtensionCertificate } from "./options.js";

export interface CertificateSource {
  readonly current: ServingCertificate;
  /** Absent: the server created the certificate. */
  readonly files: CertificateFiles | undefined;
  /** The authority of a created certificate. */
  readonly caBundle: string | undefined;
}

const hint = "Mount the certificate, or check `certificate.folder`, `certName` and `keyName`.";

/** @throws TsopError `files/read-failed` if the files cannot be read */
export async function openCertificate(certificate: ExtensionCertificate, clock: Clock): Promise<CertificateSource> {
  if ("names" in certificate) {
    // Only servers without files need these packages.
    const { createServingCertificates } = await import("../apiserver/http/certificates.js");
    const { ca, ...current } = await createServingCertificates(clock.now(), certificate.names);
    return { current, files: undefined, caBundle: ca };
  }
  const { folder, certName = "tls.crt", keyName = "tls.key" } = certificate;
  const files = { folder, certName, keyName };
  const current = await readCertificateFiles(files, { purpose: "the extension API server", hint });
  return { current, files, caBundle: undefined };
}
