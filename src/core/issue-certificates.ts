/** Issues certificates with keys of the elliptic curve P-256. */
import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { backdatedMs } from "./backdating.js";
import type { ServingCertificate } from "./serving-certificate.js";
import {
  type AlternativeName,
  alternativeNames,
  authorityKeyIdentifier,
  basicConstraints,
  extendedKeyUsage,
  type Issuer,
  keyUsage,
  nameOf,
  readIssuer,
  subjectKeyIdentifier,
  writeCertificate,
} from "./write-certificate.js";

export const year = 365 * 24 * 60 * 60 * 1000;

export interface Validity {
  readonly now: number;
  readonly lifetimeMs: number;
}

/** Creates a certificate authority and its key. */
export async function issueAuthority(name: string, validity: Validity): Promise<ServingCertificate> {
  const { publicKey, key } = await generateKeys();
  const subject = nameOf(shorten(name));
  const extensions = [
    basicConstraints(true),
    keyUsage(["digitalSignature", "keyCertSign"]),
    subjectKeyIdentifier(publicKey),
  ];
  const cert = writeCertificate({ ...datesOf(validity), subject, publicKey, extensions }, { name: subject, key });
  return { cert, key };
}

/** Creates a certificate for a server with these names. It does not outlive its authority. */
export async function issueServing(
  authority: ServingCertificate,
  name: string,
  names: readonly AlternativeName[],
  validity: Validity,
): Promise<ServingCertificate> {
  return issue(authority, nameOf(shorten(name)), validity, [alternativeNames(names), extendedKeyUsage(["serverAuth"])]);
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
  return issue(authority, nameOf(name, groups), validity, [extendedKeyUsage(["clientAuth"])]);
}

async function issue(
  authority: ServingCertificate,
  subject: Buffer,
  validity: Validity,
  usage: readonly Buffer[],
): Promise<ServingCertificate> {
  const issuer = readIssuer(authority);
  const { publicKey, key } = await generateKeys();
  const extensions = [...usage, keyUsage(["digitalSignature"]), authorityKeyIdentifier(issuer.publicKey)];
  return {
    cert: writeCertificate({ ...datesUnder(issuer, validity), subject, publicKey, extensions }, issuer),
    key,
  };
}

/** Creates a certificate for localhost that no client can verify: it only prevents eavesdropping. */
export async function createSelfSignedCertificate(now: number): Promise<ServingCertificate> {
  const { publicKey, key } = await generateKeys();
  const subject = nameOf("localhost");
  const extensions = [alternativeNames([{ type: "dns", value: "localhost" }])];
  const dates = datesOf({ now, lifetimeMs: year });
  return { cert: writeCertificate({ ...dates, subject, publicKey, extensions }, { name: subject, key }), key };
}

interface Dates {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Returns the dates of a certificate that does not outlive its authority. */
export function datesUnder(issuer: Issuer, validity: Validity): Dates {
  const { notBefore, notAfter } = datesOf(validity);
  return { notBefore, notAfter: notAfter > issuer.notAfter ? issuer.notAfter : notAfter };
}

function datesOf({ now, lifetimeMs }: Validity): Dates {
  return { notBefore: new Date(now - backdatedMs(lifetimeMs)), notAfter: new Date(now + lifetimeMs) };
}

async function generateKeys(): Promise<{ readonly publicKey: Buffer; readonly key: string }> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)("ec", {
    namedCurve: "P-256",
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  return { publicKey, key: privateKey };
}

/** Truncates a common name to the limit of X.509, 64 characters; clients verify the alternative names. */
function shorten(name: string): string {
  return name.slice(0, 64);
}
