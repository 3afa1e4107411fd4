/**
 * What a server is known by. One that is started again with its data file goes on as the same server: kubeconfigs that it
 * gave out, and tokens of service accounts that it issued, are still good.
 */
import { generateKeyPairSync, randomBytes, X509Certificate } from "node:crypto";
import type { JsonObject } from "../../core/json.js";
import type { ServingCertificates } from "../http/certificates.js";

export interface ServerIdentity {
  readonly certificates: ServingCertificates;
  /** Of the tokens of service accounts, in PEM. */
  readonly signingKey: string;
  readonly adminToken: string;
}

const day = 24 * 60 * 60 * 1000;

/** The saved identity, with another certificate where that is about to expire; a new one where none was saved. */
export async function provideIdentity(saved: JsonObject | undefined, now: number): Promise<ServerIdentity> {
  if (isIdentity(saved) && Date.parse(new X509Certificate(saved.certificates.cert).validTo) > now + day) return saved;
  // The library for certificates takes longer to load than the server to start.
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
