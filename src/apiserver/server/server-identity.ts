/**
 * The identity of a server. A server that is restarted with its data file keeps its identity: its kubeconfigs, and the service
 * account tokens that it issued, stay valid.
 */
import { generateKeyPairSync, randomBytes, X509Certificate } from "node:crypto";
import { isJsonObject, type Json, type JsonObject } from "../../core/json.js";
import { frontProxyName } from "../kinds/bootstrap/extension-trust.js";
import { createServerCertificates, type ServerCertificates } from "../http/certificates.js";

export interface ServerIdentity extends ServerCertificates {
  /** Signs the tokens of service accounts. In PEM. */
  readonly signingKey: string;
  readonly adminToken: string;
}

const day = 24 * 60 * 60 * 1000;

/**
 * Returns the saved identity, with new certificates if the saved ones are about to expire or lack one of the
 * addresses; a new identity if none is saved.
 */
export async function provideIdentity(
  saved: JsonObject | undefined,
  now: number,
  addresses: readonly string[],
): Promise<ServerIdentity> {
  if (hasCertificates(saved) && hasSecrets(saved) && isValid(saved.certificates.cert, now, addresses)) return saved;
  const certificates = await createServerCertificates(now, frontProxyName, addresses);
  return { ...(hasSecrets(saved) ? saved : newSecrets()), ...certificates };
}

type Secrets = Pick<ServerIdentity, "signingKey" | "adminToken">;

function newSecrets(): Secrets {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    signingKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    adminToken: randomBytes(24).toString("base64url"),
  };
}

function isValid(pem: string, now: number, addresses: readonly string[]): boolean {
  const certificate = new X509Certificate(pem);
  const isFor = (address: string): boolean => certificate.checkIP(address) !== undefined;
  return Date.parse(certificate.validTo) > now + day && addresses.every(isFor);
}

function hasSecrets<Saved extends JsonObject | undefined>(saved: Saved): saved is Saved & JsonObject & Secrets {
  return hasTexts(saved, "signingKey", "adminToken");
}

function hasCertificates<Saved extends JsonObject | undefined>(
  saved: Saved,
): saved is Saved & JsonObject & ServerCertificates {
  return (
    hasTexts(saved?.["certificates"], "ca", "cert", "key") &&
    hasTexts(saved?.["frontProxy"], "ca", "cert", "key") &&
    hasTexts(saved?.["clientAuthority"], "cert", "key")
  );
}

function hasTexts(value: Json | undefined, ...names: readonly string[]): boolean {
  return isJsonObject(value) && names.every((name) => typeof value[name] === "string");
}

/** Returns the identity in the form in which the data file contains it. */
export function toSaved({
  certificates,
  frontProxy,
  clientAuthority,
  signingKey,
  adminToken,
}: ServerIdentity): JsonObject {
  return {
    ...{ signingKey, adminToken, certificates: { ...certificates } },
    ...{ frontProxy: { ...frontProxy }, clientAuthority: { ...clientAuthority } },
  };
}
