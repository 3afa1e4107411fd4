/**
 * The identity of a server. A server that is restarted with its data file keeps its identity: its kubeconfigs, and the service
 * account tokens that it issued, stay valid.
 */
import { generateKeyPairSync, randomBytes, X509Certificate } from "node:crypto";
import type { JsonObject } from "../../core/json.js";
import type { ServingCertificates } from "../http/certificates.js";

export interface ServerIdentity {
  readonly certificates: ServingCertificates;
  /** Signs the tokens of service accounts. In PEM. */
  readonly signingKey: string;
  readonly adminToken: string;
}

const day = 24 * 60 * 60 * 1000;

/** Returns the saved identity, with a new certificate if the saved one is about to expire; a new identity if none is saved. */
export async function provideIdentity(saved: JsonObject | undefined, now: number): Promise<ServerIdentity> {
  if (isIdentity(saved) && Date.parse(new X509Certificate(saved.certificates.cert).validTo) > now + day) return saved;
  // The certificate library takes longer to load than the server takes to start.
  const { createServingCertificates } = await import("../http/certificates.js");
  const certificates = await createServingCertificates(now);
  return isIdentity(saved) ? { ...saved, certificates } : { ...newSecrets(), certificates };
}

function newSecrets(): Omit<ServerIdentity, "certificates"> {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    signingKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    adminToken: randomBytes(24).toString("base64url"),
  };
}

function isIdentity(saved: object | undefined): saved is ServerIdentity {
  const { certificates, signingKey, adminToken } = (saved ?? {}) as Partial<Record<keyof ServerIdentity, unknown>>;
  if (typeof certificates !== "object" || certificates === null) return false;
  const { ca, cert, key } = certificates as Partial<Record<keyof ServingCertificates, unknown>>;
  return [ca, cert, key, signingKey, adminToken].every((text) => typeof text === "string");
}
