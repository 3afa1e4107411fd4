import type { Certificates, ReadCertificate, ReadServing } from "./certificate-secret.js";
import type { CertificateTiming } from "./certificate-timing.js";

/** What is to be done next about certificates. */
export type CertificatePlan =
  /** Nothing, until then (milliseconds since 1970). */
  | { readonly kind: "wait"; readonly until: number }
  | {
      readonly kind: "write";
      /** For the log. */
      readonly why: string;
      /** Authorities to trust on, beside the new one where there is one. */
      readonly trusted: readonly ReadCertificate[];
      readonly newAuthority: boolean;
      /** Undefined: a new one is made, by the newest authority. */
      readonly serving: ReadServing | undefined;
    };

export interface PlanOptions {
  readonly now: number;
  readonly timing: CertificateTiming;
  /** Whether whoever calls has known for long enough that the newest authority is to be trusted. */
  readonly isNewestTrusted: boolean;
  /** From 0 to less than 1, the same for a process: so that replicas do not all act at once. */
  readonly jitter: number;
}

/**
 * The next step. An authority is replaced in three: the new one is trusted beside the old one; when everybody does so, a
 * certificate of it is served; when all replicas do so, the old one is forgotten.
 */
export function planCertificates(
  { authorities, authorityKey, serving }: Certificates,
  options: PlanOptions,
): CertificatePlan {
  const { now, timing, isNewestTrusted, jitter } = options;
  const alive = authorities.filter(({ notAfter }) => notAfter > now);
  const [newest] = alive;
  const inUse =
    serving !== undefined && serving.notAfter > now && alive.some((each) => isSame(each, serving.issuer))
      ? serving
      : undefined;
  const isKnown = newest !== undefined && newest === authorities[0] && authorityKey !== undefined;
  const authorityDue = newest === undefined ? now : renewalOf(newest, jitter);
  if (!isKnown || authorityDue <= now) {
    const why =
      newest === undefined ? "there is no authority" : isKnown ? "the authority ages" : "the authority's key is lost";
    return { kind: "write", why, trusted: alive, newAuthority: true, serving: inUse };
  }
  const write = (why: string): CertificatePlan => ({
    ...{ kind: "write", why, trusted: alive, newAuthority: false, serving: undefined },
  });
  if (inUse === undefined)
    return write(serving === undefined ? "there is no certificate" : "the certificate has expired");
  const isOfNewest = isSame(inUse.issuer, newest);
  const servingDue = renewalOf(inUse, jitter);
  if (!isOfNewest && isNewestTrusted) return write("the new authority is trusted");
  if (isOfNewest && servingDue <= now) return write("the certificate ages");
  const retired = inUse.notBefore + timing.retireMs;
  if (alive.length < authorities.length || (isOfNewest && alive.length > 1 && retired <= now)) {
    const trusted = isOfNewest && retired <= now ? [newest] : alive;
    return { kind: "write", why: "an authority is not needed any more", trusted, newAuthority: false, serving: inUse };
  }
  const next = [authorityDue, inUse.notAfter, ...alive.map(({ notAfter }) => notAfter)];
  if (isOfNewest) next.push(servingDue, ...(alive.length > 1 ? [retired] : []));
  return { kind: "wait", until: Math.min(...next) };
}

function isSame(one: ReadCertificate, other: ReadCertificate): boolean {
  return one.pem === other.pem;
}

/** After two thirds of a life; up to a twentieth of it later, by chance. */
function renewalOf({ notBefore, notAfter }: Pick<ReadCertificate, "notBefore" | "notAfter">, jitter: number): number {
  return notBefore + (notAfter - notBefore) * (2 / 3 + jitter / 20);
}
