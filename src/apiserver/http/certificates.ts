/** Load this module lazily: the certificate library takes longer to load than the server takes to start. */
import { isIP } from "node:net";
import { issueAuthority, issueServing, year } from "../../core/issue-certificates.js";

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
