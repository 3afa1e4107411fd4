/** Load this module lazily: the certificate library takes longer to load than the server takes to start. */
import "reflect-metadata"; // before x509, which does not load without it
import { Pkcs10CertificateRequest } from "@peculiar/x509";

/**
 * Returns the groups in the subject of a certificate request (PEM, in base64); empty for an unreadable request, which other
 * code rejects.
 */
export function organizationsOf(request: string): string[] {
  try {
    const pem = Buffer.from(request, "base64").toString();
    return new Pkcs10CertificateRequest(pem).subjectName.getField("O");
  } catch {
    return [];
  }
}
