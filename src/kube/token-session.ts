/** A token, and until when it is good, in milliseconds since 1970. */
export interface Token {
  readonly token: string;
  readonly expiresAt: number;
}

/** Hands out tokens for as long as it can have new ones. */
export interface TokenSession {
  /** @throws TsopError `cluster/credentials-failed` */
  token(): Promise<Token>;
  /** The API server did not accept the last one. */
  refuse(): void;
}

/** A credential is replaced this long before it expires, so that no request carries one that expires on its way. */
export const expiryMargin = 10_000;
