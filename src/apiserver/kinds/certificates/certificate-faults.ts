/** The errors in certificate requests and in certificates. Source: pkg/apis/certificates/{helpers.go,validation}. */
import { createPublicKey, type KeyObject, verify, X509Certificate } from "node:crypto";
import { pemBlocks } from "./pem.js";

/** Returns the error in a base64-encoded PEM request, or undefined if the request is signed with the key that it contains. */
export function requestFault(request: string): string | undefined {
  const [block] = pemBlocks(Buffer.from(request, "base64").toString());
  if (block?.type !== "CERTIFICATE REQUEST") return "PEM block type must be CERTIFICATE REQUEST";
  const parts = readRequest(block.bytes);
  if (parts === undefined) return "asn1: syntax error: data truncated";
  const algorithm = algorithms[parts.algorithm.toString("hex")];
  // Accept signatures that only Go can verify.
  if (algorithm === undefined) return undefined;
  return isSigned(parts, algorithm) ? undefined : algorithm.fault;
}

/** Returns the key of a DER-encoded request and whether the request is signed with it; undefined if it is not a request. */
export function readSignedRequest(bytes: Buffer): { readonly key: KeyObject; readonly isSigned: boolean } | undefined {
  // Nothing may follow the request.
  if (elementsOf(bytes)[0]?.whole.length !== bytes.length) return undefined;
  const parts = readRequest(bytes);
  const key = parts === undefined ? undefined : readKey(parts.publicKey);
  if (parts === undefined || key === undefined) return undefined;
  const algorithm = algorithms[parts.algorithm.toString("hex")];
  return { key, isSigned: algorithm !== undefined && isSigned(parts, algorithm) };
}

function readKey(bytes: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: bytes, format: "der", type: "spki" });
  } catch {
    return undefined;
  }
}

/** Returns the error in base64-encoded PEM certificates. */
export function certificateFault(certificates: string): string | undefined {
  const blocks = pemBlocks(Buffer.from(certificates, "base64").toString());
  for (const { type, hasHeaders, bytes } of blocks) {
    if (type !== "CERTIFICATE") return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`;
    if (hasHeaders) return "no PEM block headers are permitted";
    if (readCertificate(bytes) === undefined) return "x509: malformed certificate";
  }
  return blocks.length === 0 ? "must contain at least one CERTIFICATE PEM block" : undefined;
}

/** Returns undefined for bytes that are not a certificate. */
export function readCertificate(bytes: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

interface Algorithm {
  readonly hash: string | null;
  readonly fault: string;
}

const ecdsa = (hash: string): Algorithm => ({ hash, fault: "x509: ECDSA verification failure" });
const rsa = (hash: string): Algorithm => ({ hash, fault: "crypto/rsa: verification error" });

/** The signature algorithms, by the bytes of their object identifiers. */
const algorithms: Readonly<Record<string, Algorithm>> = {
  "2a8648ce3d040302": ecdsa("sha256"),
  "2a8648ce3d040303": ecdsa("sha384"),
  "2a8648ce3d040304": ecdsa("sha512"),
  "2a864886f70d01010b": rsa("sha256"),
  "2a864886f70d01010c": rsa("sha384"),
  "2a864886f70d01010d": rsa("sha512"),
  "2b6570": { hash: null, fault: "x509: Ed25519 verification failure" },
};

interface RequestParts {
  /** The signed bytes. */
  readonly info: Buffer;
  readonly publicKey: Buffer;
  readonly algorithm: Buffer;
  readonly signature: Buffer;
}

function isSigned({ info, publicKey, signature }: RequestParts, { hash }: Algorithm): boolean {
  try {
    const key = createPublicKey({ key: publicKey, format: "der", type: "spki" });
    return verify(hash, info, key, signature);
  } catch {
    return false;
  }
}

interface Element {
  /** The element with its tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** Source: RFC 2986, section 4. */
function readRequest(bytes: Buffer): RequestParts | undefined {
  const [outer] = elementsOf(bytes);
  const [info, algorithm, signature] = outer === undefined ? [] : elementsOf(outer.content);
  if (info === undefined || algorithm === undefined || signature === undefined) return undefined;
  const publicKey = elementsOf(info.content)[2];
  const identifier = elementsOf(algorithm.content)[0];
  if (publicKey === undefined || identifier === undefined) return undefined;
  return {
    info: info.whole,
    publicKey: publicKey.whole,
    algorithm: identifier.content,
    // The first byte of a bit string contains the number of unused bits.
    signature: signature.content.subarray(1),
  };
}

/** Returns the consecutive DER elements, up to a truncated element. */
function elementsOf(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const first = bytes[at + 1] ?? 0;
    const sizeBytes = first < 0x80 ? 0 : first & 0x7f;
    if (sizeBytes > 4 || at + 2 + sizeBytes > bytes.length) return elements;
    const size = sizeBytes === 0 ? first : bytes.readUIntBE(at + 2, sizeBytes);
    const start = at + 2 + sizeBytes;
    if (start + size > bytes.length) return elements;
    elements.push({ whole: bytes.subarray(at, start + size), content: bytes.subarray(start, start + size) });
    at = start + size;
  }
  return elements;
}
