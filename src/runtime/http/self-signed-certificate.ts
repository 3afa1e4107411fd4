/** To be loaded lazily: only those without a certificate of their own need these packages. */
import "reflect-metadata"; // before x509, which does not load without
import { PemConverter, SubjectAlternativeNameExtension, X509CertificateGenerator } from "@peculiar/x509";
import { webcrypto } from "node:crypto";
import type { ServingCertificate } from "./serving-certificate.js";

const year = 365 * 24 * 60 * 60 * 1000;

/** Makes a certificate that nobody can check: it keeps others from reading along, no more. */
export async function createSelfSignedCertificate(now: number): Promise<ServingCertificate> {
  const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: "CN=localhost",
    notBefore: new Date(now - 60_000),
    notAfter: new Date(now + year),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: "localhost" }])],
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return { cert: certificate.toString("pem"), key: PemConverter.encode(key, "PRIVATE KEY") };
}
