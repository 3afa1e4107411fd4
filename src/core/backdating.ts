/** Certificates begin before their issue: the clock of the API server may be slow, and a certificate must be valid when it is first served. */

const mostMs = 5 * 60_000;

/** Returns how long before its issue a certificate begins. It is short for a certificate with a short life. */
export function backdatedMs(lifetimeMs: number): number {
  return Math.min(mostMs, lifetimeMs / 20);
}

/** Returns when a certificate was issued, in milliseconds since 1970. */
export function issuedAt({ notBefore, notAfter }: { readonly notBefore: number; readonly notAfter: number }): number {
  return notBefore + Math.min(mostMs, (notAfter - notBefore) / 21);
}
