/** Finds the CA bundle for calls to a Service, before another program has written it into a CRD. */
import { X509Certificate } from "node:crypto";
import { isForbidden } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import { Secret } from "../../k8s/core/v1.js";

/**
 * Returns the authorities of all Secrets in the Service's namespace whose certificate is valid for its name, as a
 * `caBundle`; undefined if there are none. It is only the initial value: the operator or cert-manager writes its own as
 * soon as the Service is named.
 */
export async function trustedBundle(
  client: HttpClient,
  { name, namespace }: { readonly name: string; readonly namespace: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const host = `${name}.${namespace}.svc`;
  try {
    const { items } = await client.list(Secret, { namespace, signal });
    const found = items.flatMap(({ data = {} }) => {
      const [certificate, authorities] = [decode(data["tls.crt"]), decode(data["ca.crt"])];
      return authorities !== "" && isFor(certificate, host) ? [authorities.trim()] : [];
    });
    return found.length === 0 ? undefined : Buffer.from(`${found.join("\n")}\n`).toString("base64");
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}

function decode(value = ""): string {
  return Buffer.from(value, "base64").toString("utf8");
}

function isFor(certificate: string, host: string): boolean {
  try {
    return new X509Certificate(certificate).checkHost(host) !== undefined;
  } catch {
    return false; // an unreadable certificate is valid for no name
  }
}
