import { isIP } from "node:net";
import { issueAuthority, issueClient, issueServing, year } from "../../core/issue-certificates.js";

export interface ServingCertificates {
  /** All in PEM. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** Creates a certificate for loopback and for other addresses, and the authority that signed it, whose key is not kept. */
export async function createServingCertificates(
  now: number,
  addresses: readonly string[] = [],
): Promise<ServingCertificates> {
  const validity = { now, lifetimeMs: year };
  const authority = await issueAuthority("tsop-apiserver-ca", validity);
  const names = ["127.0.0.1", "::1", "localhost", ...addresses].map(
    (value) => ({ type: isIP(value) === 0 ? "dns" : "ip", value }) as const,
  );
  return { ca: authority.cert, ...(await issueServing(authority, "tsop-apiserver", names, validity)) };
}

/** All certificates of a server. */
export interface ServerCertificates {
  readonly certificates: ServingCertificates;
  /** The client certificate by which other API servers know this one, and the authority that signed it. */
  readonly frontProxy: ServingCertificates;
  /** The authority of the users' certificates. */
  readonly clientAuthority: Omit<ServingCertificates, "ca">;
}

/**
 * @param frontProxyName - the common name of the certificate for other API servers
 * @param addresses - of the server, besides loopback
 */
export async function createServerCertificates(
  now: number,
  frontProxyName: string,
  addresses: readonly string[],
): Promise<ServerCertificates> {
  const validity = { now, lifetimeMs: year };
  const issueFrontProxy = async (): Promise<ServingCertificates> => {
    const authority = await issueAuthority("tsop-front-proxy-ca", validity);
    return { ca: authority.cert, ...(await issueClient(authority, { name: frontProxyName }, validity)) };
  };
  const [certificates, frontProxy, clientAuthority] = await Promise.all([
    createServingCertificates(now, addresses),
    issueFrontProxy(),
    issueAuthority("tsop-client-ca", validity),
  ]);
  return { certificates, frontProxy, clientAuthority };
}
