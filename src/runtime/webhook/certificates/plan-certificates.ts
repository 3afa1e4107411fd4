import { issuedAt } from "../../../core/backdating.js";
import type { Certificates, ReadCertificate, ReadServing } from "./certificate-secret.js";
import type { CertificateTiming } from "./certificate-timing.js";

/** The next step for the certificates. */
export type CertificatePlan =
  /** Wait until this time (milliseconds since 1970). */
  | { readonly kind: "wait"; readonly until: number }
  | {
      readonly kind: "write";
      /** The reason, for the log. */
      readonly why: string;
      /** The authorities to keep trusting, in addition to a new one. */
      readonly trusted: readonly ReadCertificate[];
      readonly newAuthority: boolean;
      /** Undefined: the newest authority signs a new certificate. */
      readonly serving: ReadServing | undefined;
    };

export interface PlanOptions {
  readonly now: number;
  readonly timing: CertificateTiming;
  /** Whether all callers have known long enough that the newest authority is trusted. */
  readonly isNewestTrusted: boolean;
  /** From 0 to less than 1, constant in a process, so that replicas do not all act at once. */
  readonly jitter: number;
}

/**
 * Returns the next step. An authority is replaced in three steps: first, the new one is trusted in addition to the old
 * one; when all callers trust it, its certificate is served; when all replicas serve it, the old one is removed.
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
      newest === undefined
        ? "no authority exists"
        : isKnown
          ? "the authority nears its end"
          : "the authority's key is lost";
    return { kind: "write", why, trusted: alive, newAuthority: true, serving: inUse };
  }
  const write = (why: string): CertificatePlan => ({
    ...{ kind: "write", why, trusted: alive, newAuthority: false, serving: undefined },
  });
  if (inUse === undefined)
    return write(serving === undefined ? "no certificate exists" : "the certificate has expired");
  const isOfNewest = isSame(inUse.issuer, newest);
  const servingDue = renewalOf(inUse, jitter);
  if (!isOfNewest && isNewestTrusted) return write("the new authority is trusted");
  if (isOfNewest && servingDue <= now) return write("the certificate nears its end");
  const retired = issuedAt(inUse) + timing.retireMs;
  if (alive.length < authorities.length || (isOfNewest && alive.length > 1 && retired <= now)) {
    const trusted = isOfNewest && retired <= now ? [newest] : alive;
    return { kind: "write", why: "an authority is no longer needed", trusted, newAuthority: false, serving: inUse };
  }
  const next = [authorityDue, inUse.notAfter, ...alive.map(({ notAfter }) => notAfter)];
  if (isOfNewest) next.push(servingDue, ...(alive.length > 1 ? [retired] : []));
  return { kind: "wait", until: Math.min(...next) };
}

function isSame(one: ReadCertificate, other: ReadCertificate): boolean {
  return one.pem === other.pem;
}

/** Returns the renewal time: after two thirds of the lifetime, plus up to a twentieth by chance. */
function renewalOf({ notBefore, notAfter }: Pick<ReadCertificate, "notBefore" | "notAfter">, jitter: number): number {
  return notBefore + (notAfter - notBefore) * (2 / 3 + jitter / 20);
}
