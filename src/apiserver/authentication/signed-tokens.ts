/** JSON Web Tokens (RFC 7519) as the API server signs and reads them: RS256 or ES256, depending on the type of the key. */
import { createHash, createPublicKey, sign, verify, type KeyObject } from "node:crypto";
import { isJsonObject, type JsonObject } from "../../core/json.js";

export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Source: k8s.io/kubernetes/pkg/serviceaccount/jwt.go, keyIDFromPublicKey. */
  readonly id: string;
  readonly algorithm: "RS256" | "ES256";
}

/** Creates a signing key from an RSA key or a P-256 key. */
export function signingKey(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  const id = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url");
  return { privateKey, publicKey, id, algorithm: privateKey.asymmetricKeyType === "ec" ? "ES256" : "RS256" };
}

export function signToken(claims: JsonObject, key: SigningKey): string {
  const signed = `${encode({ alg: key.algorithm, kid: key.id })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: key.privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

/** Returns the claims of a token without checking its signature; undefined for a text that is not a token. */
export function readClaims(token: string): JsonObject | undefined {
  const parts = token.split(".");
  return parts.length === 3 ? decode(parts[1] ?? "") : undefined;
}

/** Returns the error of the signature; undefined if it is valid. */
export function checkSignature(token: string, key: SigningKey): string | undefined {
  const [head = "", body = "", signature = ""] = token.split(".");
  const header = decode(head);
  if (header === undefined) return "invalid bearer token";
  if (header["kid"] !== undefined && header["kid"] !== key.id) return "invalid signature, no keys found";
  // The key decides the algorithm: a token must not choose a weaker one.
  const isSigned =
    header["alg"] === key.algorithm &&
    verify(
      "sha256",
      Buffer.from(`${head}.${body}`),
      { key: key.publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
  return isSigned ? undefined : "go-jose/go-jose: error in cryptographic primitive";
}

function encode(value: JsonObject): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(text, "base64url").toString("utf8")) as JsonObject[string];
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
