/**
 * Load this module lazily: only code that creates certificates needs these packages, which load slower than a server starts.
 */
import "reflect-metadata"; // before x509, which does not load without
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  type JsonName,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { webcrypto } from "node:crypto";
import type { ServingCertificate } from "./serving-certificate.js";

/** A name of a certificate besides its common name. */
export interface AlternativeName {
  readonly type: "dns" | "ip";
  readonly value: string;
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

export const year = 365 * 24 * 60 * 60 * 1000;

/** The clock of the API server may be slow; a certificate with a short life must still be valid when it starts. */
const backdatedMs = (lifetimeMs: number): number => Math.min(5 * 60_000, lifetimeMs / 20);

export interface Validity {
  readonly now: number;
  readonly lifetimeMs: number;
}

/** Creates a certificate authority and its key. */
export async function issueAuthority(name: string, validity: Validity): Promise<ServingCertificate> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...toDates(validity),
    name: [{ CN: [commonName(name)] }],
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
      // During a rotation, clients trust two authorities with the same name; this extension distinguishes them.
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: toPem(certificate), key: await exportKey(keys.privateKey) };
}

/** Creates a certificate for a server with these names. It does not outlive its authority. */
export async function issueServing(
  authority: ServingCertificate,
  name: string,
  names: readonly AlternativeName[],
  validity: Validity,
): Promise<ServingCertificate> {
  return issue(authority, [{ CN: [commonName(name)] }], validity, [
    new SubjectAlternativeNameExtension([...names]),
    new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
  ]);
}

/** The identity in a client's certificate: Kubernetes reads it as a user and its groups. */
export interface ClientSubject {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** Creates a certificate for a client. It does not outlive its authority. */
export async function issueClient(
  authority: ServingCertificate,
  { name, groups = [] }: ClientSubject,
  validity: Validity,
): Promise<ServingCertificate> {
  const subject = [{ CN: [name] }, ...groups.map((group) => ({ O: [group] }))];
  return issue(authority, subject, validity, [new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth])]);
}

async function issue(
  authority: ServingCertificate,
  subject: JsonName,
  validity: Validity,
  usage: readonly Extension[],
): Promise<ServingCertificate> {
  const issuer = new X509Certificate(authority.cert);
  const signingKey = await importKey(authority.key);
  const keys = await generateKeys();
  const { notBefore, notAfter } = toDates(validity);
  const certificate = await X509CertificateGenerator.create({
    notBefore,
    notAfter: notAfter > issuer.notAfter ? issuer.notAfter : notAfter,
    subject,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: algorithm,
    extensions: [
      ...usage,
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: toPem(certificate), key: await exportKey(keys.privateKey) };
}

/** How the holder of a certificate may use its key. */
export interface CertificateUsages {
  /** The names of bits of X.509: `digitalSignature`. */
  readonly flags: readonly (keyof typeof KeyUsageFlags)[];
  readonly extended: readonly ("clientAuth" | "serverAuth")[];
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
  const issuer = new X509Certificate(authority.cert);
  const { notBefore, notAfter } = toDates(validity);
  const names = asked.extensions.find((each) => each instanceof SubjectAlternativeNameExtension);
  const certificate = await X509CertificateGenerator.create({
    notBefore,
    notAfter: notAfter > issuer.notAfter ? issuer.notAfter : notAfter,
    subject: asked.subject,
    issuer: issuer.subject,
    publicKey: asked.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      ...(flags.length === 0
        ? []
        : [
            new KeyUsagesExtension(
              flags.map((flag) => KeyUsageFlags[flag]).reduce((bits, each) => bits | each),
              true,
            ),
          ]),
      ...(extended.length === 0 ? [] : [new ExtendedKeyUsageExtension(extended.map((each) => ExtendedKeyUsage[each]))]),
      ...(names === undefined ? [] : [names]),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return toPem(certificate);
}

/** Creates a certificate for localhost that no client can verify: it only prevents eavesdropping. */
export async function createSelfSignedCertificate(now: number): Promise<ServingCertificate> {
  const keys = await generateKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...toDates({ now, lifetimeMs: year }),
    name: "CN=localhost",
    keys,
    signingAlgorithm: algorithm,
    extensions: [new SubjectAlternativeNameExtension([{ type: "dns", value: "localhost" }])],
  });
  return { cert: toPem(certificate), key: await exportKey(keys.privateKey) };
}

function generateKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

function toDates({ now, lifetimeMs }: Validity): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now - backdatedMs(lifetimeMs)), notAfter: new Date(now + lifetimeMs) };
}

/** Truncates a common name to the limit of X.509, 64 characters; clients verify the alternative names. */
function commonName(name: string): string {
  return name.slice(0, 64);
}

function toPem(certificate: X509Certificate): string {
  return `${certificate.toString("pem")}\n`;
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey("pkcs8", key), "PRIVATE KEY")}\n`;
}

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey("pkcs8", PemConverter.decodeFirst(pem), algorithm, false, ["sign"]);
}
