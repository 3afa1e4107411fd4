/** A certificate and its key, as PEM. */
export interface ServingCertificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate, and the authority that clients trust, as PEM. */
export interface TrustedCertificate {
  readonly serving: ServingCertificate;
  readonly authority: string;
}
