/** The keys that PodCertificateRequests may ask certificates for. Source: pkg/apis/certificates/validation/validation.go. */
import type { KeyObject } from "node:crypto";
import { type FieldError, invalid, invalidWithoutValue, tooLong } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { textOf } from "../../api-object.js";
import { readSignedRequest } from "./certificate-faults.js";

const mostBytes = 10 * 1024;
const path = "spec.stubPKCS10Request";

/** Returns the first error in the request that contains the key, and proves that the kubelet has the private key. */
export function validateKey(spec: JsonObject): FieldError[] {
  const fault = requestFault(bytesOf(spec));
  return fault === undefined ? [] : [fault];
}

/** Returns the key that a valid request asks for. */
export function requestedKey(spec: JsonObject): KeyObject | undefined {
  return readSignedRequest(bytesOf(spec))?.key;
}

function bytesOf(spec: JsonObject): Buffer {
  return Buffer.from(textOf(spec, "stubPKCS10Request"), "base64");
}

function requestFault(request: Buffer): FieldError | undefined {
  if (request.length === 0) {
    const detail = "exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set";
    return invalidWithoutValue("spec", detail);
  }
  if (request.length > mostBytes) return tooLong(path, mostBytes);
  const read = readSignedRequest(request);
  if (read === undefined) return invalidWithoutValue(path, "must be a valid PKCS#10 CSR");
  return kindFault(read.key) ?? (read.isSigned ? undefined : invalidWithoutValue(path, "invalid signature"));
}

const curves: ReadonlySet<string> = new Set(["prime256v1", "secp384r1", "secp521r1"]);
const sizes: ReadonlySet<number> = new Set([3072, 4096]);

function kindFault({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): FieldError | undefined {
  const { namedCurve = "", modulusLength = 0 } = details ?? {};
  if (type === "ed25519") return undefined;
  if (type === "ec") {
    if (curves.has(namedCurve)) return undefined;
    const shown = `curve ${namedCurve.replace(/^secp(\d+)r1$/, "P-$1")}`;
    return invalid(path, shown, "elliptic public keys must use curve P256, P384, or P521");
  }
  if (type === "rsa") {
    if (sizes.has(modulusLength)) return undefined;
    return invalid(path, `${modulusLength}-bit modulus`, "RSA keys must have modulus size 3072 or 4096");
  }
  return invalidWithoutValue(path, "unknown public key type; supported types are Ed25519, ECDSA, and RSA");
}
