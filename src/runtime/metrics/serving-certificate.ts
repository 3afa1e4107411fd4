import { readFile } from "node:fs/promises";
import path from "node:path";
import { webcrypto } from "node:crypto";

/** A certificate and its key, as PEM. */
export interface ServingCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateFiles {
  /** Folder that the two files are in. */
  readonly folder: string;
  readonly certName: string;
  readonly keyName: string;
}

export async function readServingCertificate({
  folder,
  certName,
  keyName,
}: CertificateFiles): Promise<ServingCertificate> {
  const [cert, key] = await Promise.all([certName, keyName].map((name) => readFile(path.join(folder, name), "utf8")));
  return { cert: cert ?? "", key: key ?? "" };
}

const year = 365 * 24 * 60 * 60 * 1000;

/** Makes a certificate that nobody can check: it keeps others from reading along, no more. */
export async function createSelfSignedCertificate(now: number): Promise<ServingCertificate> {
  // Loaded here, because only those without a certificate of their own need them. The second needs the first to be there.
  await import("reflect-metadata");
  const { PemConverter, X509CertificateGenerator, SubjectAlternativeNameExtension } = await import("@peculiar/x509");
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
