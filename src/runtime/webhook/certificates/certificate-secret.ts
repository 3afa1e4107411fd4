/** Reads and writes the certificates in a Secret, as far as they are usable. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { ServingCertificate } from "../../../core/serving-certificate.js";
import type { Secret } from "../../../k8s/core/v1.js";
import type { KubeObject, ObjectKey } from "../../../kube/objects.js";

/**
 * An annotation of the Secret that names the Service of its creator. A Secret without it belongs to another program.
 */
const ownerAnnotation = "tsop.dev/webhook-certificates";

/** A certificate that was read. */
export interface ReadCertificate {
  readonly pem: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly x509: X509Certificate;
}

/** A certificate for a server. */
export interface ReadServing extends ServingCertificate {
  readonly notBefore: number;
  readonly notAfter: number;
  /** The trusted authority that signed it. */
  readonly issuer: ReadCertificate;
}

/** The usable contents of a Secret. Missing parts must be created. */
export interface Certificates {
  /** All trusted authorities, the newest first. */
  readonly authorities: readonly ReadCertificate[];
  /** The key of the newest authority. */
  readonly authorityKey: string | undefined;
  readonly serving: ReadServing | undefined;
}

export const noCertificates: Certificates = { authorities: [], authorityKey: undefined, serving: undefined };

export type FoundSecret =
  | { readonly kind: "absent" }
  /** The Secret must not be changed. */
  | { readonly kind: "foreign"; readonly why: string }
  | {
      readonly kind: "own";
      readonly secret: Secret;
      readonly certificates: Certificates;
      /** The unusable parts, for the log. */
      readonly faults: readonly string[];
    };

/** @param names - the DNS names that the serving certificate must contain */
export function readSecret(secret: Secret | undefined, service: string, names: readonly string[]): FoundSecret {
  if (secret === undefined) return { kind: "absent" };
  const { metadata, data = {} } = secret;
  const owner = metadata.annotations?.[ownerAnnotation];
  // A user may create an empty Secret beforehand, so that the operator needs no permission to create Secrets.
  const isEmpty = Object.values(data).every((value) => value === "");
  if (owner === undefined && !isEmpty) {
    return {
      kind: "foreign",
      why: `it lacks the annotation ${ownerAnnotation}, so it contains the certificates of another program`,
    };
  }
  if (owner !== undefined && owner !== service) {
    return {
      kind: "foreign",
      why: `it belongs to the Service ${owner}, and the Service of this operator is ${service}`,
    };
  }
  if (isEmpty) return { kind: "own", secret, certificates: noCertificates, faults: [] };
  const text = (key: string): string => Buffer.from(data[key] ?? "", "base64").toString("utf8");
  const faults: string[] = [];
  const authorities = readAuthorities(text("ca.crt"), faults);
  const [newest] = authorities;
  const key = text("ca.key");
  const isKeyFit = newest !== undefined && fits(newest.x509, key);
  if (newest !== undefined && !isKeyFit) faults.push("ca.key is not the key of the first certificate in ca.crt");
  const serving = readServing({ cert: text("tls.crt"), key: text("tls.key") }, authorities, names, faults);
  return {
    kind: "own",
    secret,
    certificates: { authorities, authorityKey: isKeyFit ? key : undefined, serving },
    faults,
  };
}

/** Returns the Secret to write. Keeps the data of other programs. */
export function toSecret(
  key: Required<ObjectKey>,
  service: string,
  found: Secret | undefined,
  { authorities, authorityKey, serving }: Certificates,
): Secret & KubeObject {
  const base64 = (text = ""): string => Buffer.from(text).toString("base64");
  return {
    apiVersion: "v1",
    kind: "Secret",
    ...(found === undefined ? { type: "kubernetes.io/tls" } : found),
    metadata: {
      ...(found === undefined ? key : found.metadata),
      annotations: { ...found?.metadata.annotations, [ownerAnnotation]: service },
    },
    data: {
      ...found?.data,
      "ca.crt": base64(bundleOf(authorities)),
      "ca.key": base64(authorityKey),
      "tls.crt": base64(serving?.cert),
      "tls.key": base64(serving?.key),
    },
  };
}

/** Returns the authorities that the API server must trust, as PEM. */
export function bundleOf(authorities: readonly ReadCertificate[]): string {
  return authorities.map(({ pem }) => pem).join("");
}

/** Reads a certificate in PEM. @throws Error of Node if the text is not a certificate */
export function readCertificate(pem: string): ReadCertificate {
  const x509 = new X509Certificate(pem);
  return { pem, x509, notBefore: Date.parse(x509.validFrom), notAfter: Date.parse(x509.validTo) };
}

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function readAuthorities(text: string, faults: string[]): ReadCertificate[] {
  const pems = text.match(block) ?? [];
  if (pems.length === 0) faults.push("ca.crt contains no certificate");
  return pems.flatMap((pem) => {
    try {
      const read = readCertificate(`${pem}\n`);
      if (read.x509.ca) return [read];
      faults.push("ca.crt contains a certificate that is not a CA");
    } catch {
      faults.push("ca.crt contains an unreadable certificate");
    }
    return [];
  });
}

function readServing(
  { cert, key }: ServingCertificate,
  authorities: readonly ReadCertificate[],
  names: readonly string[],
  faults: string[],
): ReadServing | undefined {
  let read: ReadCertificate;
  try {
    read = readCertificate(cert);
  } catch {
    faults.push("tls.crt contains no certificate");
    return undefined;
  }
  const { x509, notBefore, notAfter } = read;
  const issuer = authorities.find((authority) => x509.verify(authority.x509.publicKey));
  const missing = names.filter((name) => x509.checkHost(name) === undefined);
  if (!fits(x509, key)) faults.push("tls.key is not the key of tls.crt");
  else if (issuer === undefined) faults.push("tls.crt is not signed by a certificate in ca.crt");
  else if (missing.length > 0) faults.push(`tls.crt is not valid for ${missing.join(", ")}`);
  else return { cert, key, notBefore, notAfter, issuer };
  return undefined;
}

function fits(x509: X509Certificate, key: string): boolean {
  try {
    return x509.checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}
