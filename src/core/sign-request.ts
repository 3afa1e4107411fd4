/** Signs certificate requests. Load this module lazily: its library loads slower than a server starts. */
import "reflect-metadata"; // before x509, which does not load without
import { Pkcs10CertificateRequest, SubjectAlternativeNameExtension } from "@peculiar/x509";
import { datesUnder, type Validity } from "./issue-certificates.js";
import type { ServingCertificate } from "./serving-certificate.js";
import {
  authorityKeyIdentifier,
  basicConstraints,
  extendedKeyUsage,
  type ExtendedKeyUsage,
  keyUsage,
  type KeyUsage,
  readIssuer,
  writeCertificate,
} from "./write-certificate.js";

/** How the holder of a certificate may use its key. */
export interface CertificateUsages {
  readonly flags: readonly KeyUsage[];
  readonly extended: readonly ExtendedKeyUsage[];
}

/**
 * Creates a certificate for the key, the subject and the names in a request. It does not outlive its authority.
 *
 * @param request - in PEM
 * @throws Error if the request cannot be read, or is not signed by its key
 */
export async function signRequest(
  authority: ServingCertificate,
  request: string,
  { flags, extended }: CertificateUsages,
  validity: Validity,
): Promise<string> {
  const asked = new Pkcs10CertificateRequest(request);
  if (!(await asked.verify())) throw new Error("the request is not signed by its own key");
  const issuer = readIssuer(authority);
  const names = asked.extensions.find((each) => each instanceof SubjectAlternativeNameExtension);
  const parts = {
    ...datesUnder(issuer, validity),
    subject: Buffer.from(asked.subjectName.toArrayBuffer()),
    publicKey: Buffer.from(asked.publicKey.rawData),
    extensions: [
      basicConstraints(false),
      ...(flags.length === 0 ? [] : [keyUsage(flags)]),
      ...(extended.length === 0 ? [] : [extendedKeyUsage(extended)]),
      ...(names === undefined ? [] : [Buffer.from(names.rawData)]),
      authorityKeyIdentifier(issuer.publicKey),
    ],
  };
  return writeCertificate(parts, issuer);
}
