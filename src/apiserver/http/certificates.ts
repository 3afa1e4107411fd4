/** To be loaded lazily: the library for certificates takes longer to load than the server to start. */
import "reflect-metadata"; // before x509, which does not load without
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { webcrypto } from "node:crypto";
import { isIP } from "node:net";

export interface ServingCertificates {
  /** All in PEM. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

const year = 365 * 24 * 60 * 60 * 1000;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

/** A certificate for loopback and for other addresses, and the authority that signed it, whose key nobody keeps. */
export async function createServingCertificates(
  now: number,
  addresses: readonly string[] = [],
): Promise<ServingCertificates> {
  const validity = { notBefore: new Date(now - 60_000), notAfter: new Date(now + year), signingAlgorithm: algorithm };
  const authorityKeys = await generateKeys();
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: "CN=tsop-apiserver-ca",
    keys: authorityKeys,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      // Who trusts two authorities of one name, while one takes over from the other, tells them apart by this.
      await SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const keys = await generateKeys();
  const names = [
    { type: "ip", value: "127.0.0.1" },
    { type: "ip", value: "::1" },
    { type: "dns", value: "localhost" },
    ...addresses.map((value) => ({ type: isIP(value) === 0 ? "dns" : "ip", value }) as const),
  ] as const;
  const certificate = await X509CertificateGenerator.create({
    ...validity,
    subject: "CN=tsop-apiserver",
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: authorityKeys.privateKey,
    extensions: [
      new SubjectAlternativeNameExtension([...names]),
      await AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    ca: authority.toString("pem"),
    cert: certificate.toString("pem"),
    key: PemConverter.encode(key, "PRIVATE KEY"),
  };
}

async function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}
