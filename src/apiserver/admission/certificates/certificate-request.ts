/** To be loaded lazily: the library for certificates takes longer to load than the server to start. */
import "reflect-metadata"; // before x509, which does not load without
import { Pkcs10CertificateRequest } from "@peculiar/x509";

/** The groups that a request in PEM, in base64, is made for; none of what cannot be read, which is refused elsewhere. */
export function organizationsOf(request: string): string[] {
  try {
    const pem = Buffer.from(request, "base64").toString();
    return new Pkcs10CertificateRequest(pem).subjectName.getField("O");
  } catch {
    return [];
  }
}
