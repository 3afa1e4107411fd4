/** A token, and its expiry time in milliseconds since 1970. */
export interface Token {
  readonly token: string;
  readonly expiresAt: number;
}

/** Returns tokens as long as it can obtain new ones. */
export interface TokenSession {
  /** @throws TsopError `cluster/credentials-failed` */
  token(): Promise<Token>;
  /** Called when the API server has rejected the last token. */
  refuse(): void;
}

/** A credential is replaced this long before it expires, so that none expires while a request is on its way. */
export const expiryMargin = 10_000;
