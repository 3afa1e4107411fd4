/** The certificates of a bundle's webhooks, which OLM would create. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import type { TrustedCertificate } from "../../core/serving-certificate.js";
import { Secret } from "../../k8s/core/v1.js";
import type { HttpClient } from "../../kube/http-client.js";

const day = 24 * 60 * 60 * 1000;

/** Only the next run renews the certificates: no controller does, in contrast to OLM. */
const lifetimeMs = 10 * 365 * day;
const renewBeforeMs = 365 * day;

/** A Service that needs a certificate. */
export interface CertifiedService {
  readonly deployment: string;
  readonly service: string;
  readonly secret: string;
}

export interface CertificateSource {
  readonly client: HttpClient;
  readonly namespace: string;
  readonly services: readonly CertifiedService[];
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Returns the certificates in the cluster as long as they are valid, and new ones otherwise, by Deployment. Writes nothing. */
export async function webhookCertificates(source: CertificateSource): Promise<Map<string, TrustedCertificate>> {
  const { client, namespace, services, now, signal } = source;
  const certificates = new Map<string, TrustedCertificate>();
  for (const { deployment, service, secret } of services) {
    const host = `${service}.${namespace}.svc`;
    const found = await client.get(Secret, { namespace, name: secret }, { signal });
    certificates.set(deployment, readCertificate(found, host, now) ?? (await issue(host, now)));
  }
  return certificates;
}

function readCertificate(secret: Secret | undefined, host: string, now: number): TrustedCertificate | undefined {
  const text = (key: string): string => Buffer.from(secret?.data?.[key] ?? "", "base64").toString("utf8");
  const [cert, key, authority] = [text("tls.crt"), text("tls.key"), text("ca.crt")];
  try {
    const [served, issuer] = [new X509Certificate(cert), new X509Certificate(authority)];
    const isValid =
      served.checkHost(host) !== undefined &&
      served.verify(issuer.publicKey) &&
      served.checkPrivateKey(createPrivateKey(key)) &&
      Date.parse(served.validTo) - now > renewBeforeMs;
    return isValid ? { serving: { cert, key }, authority } : undefined;
  } catch {
    return undefined; // an unreadable certificate is replaced
  }
}

async function issue(host: string, now: number): Promise<TrustedCertificate> {
  const { issueAuthority, issueServing } = await import("../../core/issue-certificates.js");
  const authority = await issueAuthority(`CA of ${host}`, { now, lifetimeMs });
  const names = [host, host.replace(/\.svc$/, ""), `${host}.cluster.local`];
  const serving = await issueServing(
    authority,
    host,
    names.map((value) => ({ type: "dns", value })),
    { now, lifetimeMs },
  );
  return { serving, authority: authority.cert };
}
