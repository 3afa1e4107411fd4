/** Network errors of webhook calls, with the messages of Go's network libraries. */

export interface NetworkFault {
  readonly code?: string;
  readonly message: string;
  readonly address?: string;
  readonly port?: number;
  readonly hostname?: string;
  readonly host?: string;
  readonly cert?: { readonly subjectaltname?: string };
}

export function describeNetworkFault(fault: NetworkFault, target: string): string {
  const { code = "", message, hostname = target } = fault;
  const undialled = undialledFaults[code];
  if (undialled !== undefined) return `dial tcp ${showAddress(fault, target)}: connect: ${undialled}`;
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `dial tcp: lookup ${hostname}: no such host`;
    case "ECONNRESET":
      return "EOF";
    case "EPROTO":
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "ERR_SSL_PACKET_LENGTH_TOO_LONG":
      return "http: server gave HTTP response to HTTPS client";
    case "CERT_HAS_EXPIRED":
    case "CERT_NOT_YET_VALID":
      return untrusted("certificate has expired or is not yet valid");
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return untrusted(describeNames(fault));
    default:
      return isUnknownAuthority.test(code) ? untrusted("certificate signed by unknown authority") : message;
  }
}

const undialledFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  EHOSTUNREACH: "no route to host",
  ENETUNREACH: "network is unreachable",
};

const isUnknownAuthority = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/;

function showAddress({ address, port }: NetworkFault, target: string): string {
  return address === undefined || port === undefined
    ? target
    : `${address.includes(":") ? `[${address}]` : address}:${port}`;
}

function untrusted(why: string): string {
  return `tls: failed to verify certificate: x509: ${why}`;
}

/** Describes the names of a certificate, which Node formats as `DNS:localhost, IP Address:127.0.0.1`. */
function describeNames({ cert, host = "" }: NetworkFault): string {
  const names = (cert?.subjectaltname ?? "").split(", ").filter((name) => name !== "");
  const isAddress = /^[\d.]+$|:/.test(host);
  const kind = isAddress ? "IP Address:" : "DNS:";
  const valid = names.filter((name) => name.startsWith(kind)).map((name) => name.slice(kind.length));
  if (valid.length === 0 && isAddress) {
    return `cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
  }
  if (names.length === 0) return "certificate relies on legacy Common Name field, use SANs instead";
  if (valid.length === 0) return `certificate is not valid for any names, but wanted to match ${host}`;
  return `certificate is valid for ${valid.join(", ")}, not ${host}`;
}
