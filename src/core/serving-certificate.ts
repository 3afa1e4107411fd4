/** A certificate and its key, as PEM. */
export interface ServingCertificate {
  readonly cert: string;
  readonly key: string;
}
