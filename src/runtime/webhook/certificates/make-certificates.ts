import type { ServingCertificate } from "../../../core/serving-certificate.js";
import { type Certificates, readCertificate } from "./certificate-secret.js";
import type { CertificateTiming } from "./certificate-timing.js";
import type { CertificatePlan } from "./plan-certificates.js";

export interface MakeOptions {
  /** The names of the server, the longest first. */
  readonly names: readonly string[];
  readonly service: string;
  readonly timing: CertificateTiming;
  readonly now: number;
}

/** Creates the certificates of the plan. @param authority - the newest existing authority, with its key */
export async function makeCertificates(
  { trusted, newAuthority, serving }: CertificatePlan & { kind: "write" },
  authority: ServingCertificate | undefined,
  { names, service, timing, now }: MakeOptions,
): Promise<Certificates> {
  const { issueAuthority, issueServing } = await import("../../../core/issue-certificates.js");
  const lifetimeMs = timing.authorityLifetimeMs;
  const signer =
    newAuthority || authority === undefined ? await issueAuthority(`${service}-ca`, { now, lifetimeMs }) : authority;
  const others = trusted.filter(({ pem }) => pem !== signer.cert);
  const authorities = [readCertificate(signer.cert), ...others];
  if (serving !== undefined) return { authorities, authorityKey: signer.key, serving };
  const alternatives = names.map((value) => ({ type: "dns", value }) as const);
  const made = await issueServing(signer, names[0] ?? "", alternatives, { now, lifetimeMs: timing.servingLifetimeMs });
  const { notBefore, notAfter } = readCertificate(made.cert);
  const [issuer] = authorities;
  return {
    authorities,
    authorityKey: signer.key,
    serving: issuer === undefined ? undefined : { ...made, notBefore, notAfter, issuer },
  };
}
