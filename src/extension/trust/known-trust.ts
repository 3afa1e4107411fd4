import { AuthorityBundle } from "./authority-bundle.js";
import type { ExtensionTrust, RequestHeaderTrust } from "./extension-trust.js";

/** Whom the server trusts, with the certificates read. */
export interface KnownTrust {
  /** The authorities of the users' certificates. */
  readonly clients: AuthorityBundle | undefined;
  readonly requestHeader: { readonly trust: RequestHeaderTrust; readonly authorities: AuthorityBundle } | undefined;
  /** All authorities, in PEM, against which the listener verifies clients; undefined if there are none. */
  readonly pem: string | undefined;
}

/** @throws Error if a certificate cannot be read */
export function toKnownTrust({ clientCa, requestHeader }: ExtensionTrust): KnownTrust {
  const pem = [clientCa, requestHeader?.ca].filter((each) => each !== undefined).join("\n");
  return {
    clients: clientCa === undefined ? undefined : new AuthorityBundle(clientCa),
    requestHeader:
      requestHeader === undefined
        ? undefined
        : { trust: requestHeader, authorities: new AuthorityBundle(requestHeader.ca) },
    pem: pem === "" ? undefined : pem,
  };
}
