/** Writes certificates (RFC 5280): loading a library for this takes longer than starting an API server. */
import { createHash, createPrivateKey, randomBytes, sign, X509Certificate } from "node:crypto";
import { contentOf, encode, encodeIdentifier, encodeTime, partsOf, tags } from "./der.js";
import type { ServingCertificate } from "./serving-certificate.js";

/** A name of a certificate besides its common name. */
export interface AlternativeName {
  readonly type: "dns" | "ip";
  readonly value: string;
}

/** In the order of their bits. */
const keyUsages = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
  "encipherOnly",
  "decipherOnly",
] as const;
export type KeyUsage = (typeof keyUsages)[number];

const extendedUsages = { serverAuth: "1.3.6.1.5.5.7.3.1", clientAuth: "1.3.6.1.5.5.7.3.2" };
export type ExtendedKeyUsage = keyof typeof extendedUsages;

export interface CertificateParts {
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** In DER, as {@link nameOf} returns it. */
  readonly subject: Buffer;
  /** In DER (SubjectPublicKeyInfo). */
  readonly publicKey: Buffer;
  readonly extensions: readonly Buffer[];
}

/** The name, and the private key of the elliptic curve P-256, that sign a certificate. */
export interface Signer {
  readonly name: Buffer;
  /** In PEM. */
  readonly key: string;
}

/** Returns the certificate as PEM. @throws Error if the key is of another type */
export function writeCertificate(parts: CertificateParts, signer: Signer): string {
  const key = createPrivateKey(signer.key);
  if (key.asymmetricKeyDetails?.namedCurve !== "prime256v1") throw new Error("expected a key of the curve P-256");
  const algorithm = encode(tags.sequence, encodeIdentifier("1.2.840.10045.4.3.2")); // ECDSA with SHA-256
  const signed = encode(
    tags.sequence,
    encode(0xa0, encode(tags.integer, Buffer.from([2]))), // version 3
    encode(tags.integer, serialNumber()),
    algorithm,
    signer.name,
    encode(tags.sequence, encodeTime(parts.notBefore), encodeTime(parts.notAfter)),
    parts.subject,
    parts.publicKey,
    encode(0xa3, encode(tags.sequence, ...parts.extensions)),
  );
  const signature = encode(tags.bitString, Buffer.from([0]), sign("sha256", signed, key));
  return new X509Certificate(encode(tags.sequence, signed, algorithm, signature)).toString();
}

/** A positive number whose first byte is not 0, as DER requires. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes.writeUInt8((bytes.readUInt8(0) & 0x3f) | 0x40, 0);
  return bytes;
}

/** Encodes a common name and organizations. */
export function nameOf(commonName: string, organizations: readonly string[] = []): Buffer {
  const attribute = (identifier: string, value: string): Buffer => {
    const text = encode(tags.utf8String, Buffer.from(value));
    return encode(tags.set, encode(tags.sequence, encodeIdentifier(identifier), text));
  };
  return encode(
    tags.sequence,
    attribute("2.5.4.3", commonName),
    ...organizations.map((each) => attribute("2.5.4.10", each)),
  );
}

/** An authority as its certificate describes it. */
export interface Issuer extends Signer {
  readonly publicKey: Buffer;
  readonly notAfter: Date;
}

/** @throws Error if the certificate cannot be read */
export function readIssuer({ cert, key }: ServingCertificate): Issuer {
  const certificate = new X509Certificate(cert);
  const [body] = partsOf(certificate.raw);
  const [name, publicKey] = body === undefined ? [] : partsOf(body).slice(5, 7);
  if (name === undefined || publicKey === undefined) throw new Error("the certificate of the authority has no name");
  return { name, key, publicKey, notAfter: new Date(certificate.validTo) };
}

function extension(identifier: string, value: Buffer, { isCritical = false } = {}): Buffer {
  return encode(
    tags.sequence,
    encodeIdentifier(identifier),
    ...(isCritical ? [yes()] : []),
    encode(tags.octetString, value),
  );
}

function yes(): Buffer {
  return encode(tags.boolean, Buffer.from([0xff]));
}

/** Marks an authority, which signs no other authorities, or a certificate that signs nothing. */
export function basicConstraints(isAuthority: boolean): Buffer {
  const parts = isAuthority ? [yes(), encode(tags.integer, Buffer.from([0]))] : [];
  return extension("2.5.29.19", encode(tags.sequence, ...parts), { isCritical: true });
}

/** @param usages - at least one */
export function keyUsage(usages: readonly KeyUsage[]): Buffer {
  const positions = usages.map((usage) => keyUsages.indexOf(usage));
  const last = Math.max(...positions);
  const bytes = Buffer.alloc(Math.floor(last / 8) + 1);
  for (const position of positions) {
    const byte = Math.floor(position / 8);
    bytes.writeUInt8(bytes.readUInt8(byte) | (0x80 >> (position % 8)), byte);
  }
  const unusedBits = Buffer.from([7 - (last % 8)]);
  return extension("2.5.29.15", encode(tags.bitString, unusedBits, bytes), { isCritical: true });
}

export function extendedKeyUsage(usages: readonly ExtendedKeyUsage[]): Buffer {
  const identifiers = usages.map((usage) => encodeIdentifier(extendedUsages[usage]));
  return extension("2.5.29.37", encode(tags.sequence, ...identifiers));
}

export function alternativeNames(names: readonly AlternativeName[]): Buffer {
  const encoded = names.map(({ type, value }) =>
    type === "dns" ? encode(0x82, Buffer.from(value)) : encode(0x87, addressBytes(value)),
  );
  return extension("2.5.29.17", encode(tags.sequence, ...encoded));
}

/** During a rotation, clients trust two authorities with the same name; this extension distinguishes them. */
export function subjectKeyIdentifier(publicKey: Buffer): Buffer {
  return extension("2.5.29.14", encode(tags.octetString, keyIdentifier(publicKey)));
}

export function authorityKeyIdentifier(publicKey: Buffer): Buffer {
  return extension("2.5.29.35", encode(tags.sequence, encode(0x80, keyIdentifier(publicKey))));
}

/** The SHA-1 hash of the key's bits. */
function keyIdentifier(publicKey: Buffer): Buffer {
  const bits = partsOf(publicKey)[1] ?? Buffer.alloc(0);
  return createHash("sha1").update(contentOf(bits).subarray(1)).digest();
}

function addressBytes(address: string): Buffer {
  if (!address.includes(":")) return Buffer.from(address.split(".").map(Number));
  // URL writes an address in its shortest form, and an embedded IPv4 address in hexadecimal.
  const [start = "", end] = new URL(`https://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string): number[] =>
    text === "" ? [] : text.split(":").map((each) => Number.parseInt(each, 16));
  const [before, after] = [groups(start), groups(end ?? "")];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return Buffer.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]));
}
