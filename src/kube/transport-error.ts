import { type ErrorCode } from "../core/error-codes.js";
import { TsopError } from "../core/errors.js";

/**
 * The kind of network failure between this process and the API server. With `refused`, `dns` and `no-route`, the
 * request was never sent, so every request may be sent again.
 */
export type TransportFailure =
  | "refused"
  | "dns"
  | "no-route"
  | "tls"
  | "proxy"
  | "reset"
  | "timeout"
  | "too-large"
  | "bad-response";

/**
 * The error of a request without a response. The server may or may not have carried out the request, unless `neverSent`
 * is true.
 *
 * @example
 * ```ts
 * import { TransportError } from "tsop";
 *
 * export function isSafeToRepeat(error: unknown): boolean {
 *   return error instanceof TransportError && error.neverSent;
 * }
 * ```
 */
export class TransportError extends TsopError {
  override readonly name = "TransportError";
  readonly failure: TransportFailure;
  /** The address of the API server. */
  readonly server: string;

  constructor(failure: TransportFailure, server: string, what: string, options: { hint?: string; cause?: unknown }) {
    super(codes[failure], `${server}: ${what}`, { ...options, hint: options.hint ?? hints[failure] });
    this.failure = failure;
    this.server = server;
  }

  /** True if the server cannot have received the request. */
  get neverSent(): boolean {
    return this.failure === "refused" || this.failure === "dns" || this.failure === "no-route";
  }
}

const codes: Readonly<Record<TransportFailure, ErrorCode>> = {
  refused: "cluster/unreachable",
  dns: "cluster/unreachable",
  "no-route": "cluster/unreachable",
  tls: "cluster/tls-failed",
  proxy: "cluster/unreachable",
  reset: "cluster/unreachable",
  timeout: "cluster/timeout",
  "too-large": "cluster/response-too-large",
  "bad-response": "cluster/bad-response",
};

const hints: Readonly<Record<TransportFailure, string>> = {
  refused:
    "Check that the cluster runs and that this is its address; `kubectl config current-context` prints the context in use.",
  dns: "Check the name of the server in the kubeconfig, and the network (a disconnected VPN causes this error).",
  "no-route": "Check the network between this machine and the server (VPN, firewall, a deleted cluster).",
  tls: "Check certificate-authority(-data) and tls-server-name in the kubeconfig; a cluster that was created again has a new CA.",
  proxy: "Check proxy-url in the kubeconfig, or HTTPS_PROXY and NO_PROXY.",
  reset: "The server or a proxy closed the connection: try again.",
  timeout: "The server accepts connections but does not respond: check its load, and the proxies before it.",
  "too-large": "Request less at a time: one namespace, a selector, or pages (`limit`, then `continue`).",
  "bad-response":
    "Check that the address in the kubeconfig is that of an API server, not of a login page or a web server.",
};

/** Describes an error of Node's network modules as a TransportError. */
export function toTransportError(error: unknown, server: string): TransportError {
  if (error instanceof TransportError) return error;
  const code = errorCode(error);
  const text = error instanceof Error ? error.message : String(error);
  const failure = failureOf(code, text);
  return new TransportError(failure, server, describe(failure, code, text), { cause: error });
}

function errorCode(error: unknown): string {
  // A host with several addresses fails with one AggregateError that has the code of the first error.
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string"
    ? error.code
    : "";
}

function failureOf(code: string, text: string): TransportFailure {
  if (code === "ECONNREFUSED") return "refused";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "dns";
  if (["EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "EADDRNOTAVAIL"].includes(code)) return "no-route";
  if (code === "ETIMEDOUT") return "timeout";
  if (code.startsWith("HPE_")) return "bad-response";
  if (/^(EPROTO|ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CRL_|INVALID_CA|HOSTNAME)/.test(code))
    return "tls";
  if (/^Bad response: \d+$|^Proxy timeout$/.test(text)) return "proxy"; // hpagent
  return "reset";
}

function describe(failure: TransportFailure, code: string, text: string): string {
  switch (failure) {
    case "refused":
      return "nothing listens at this address (connection refused)";
    case "dns":
      return `cannot resolve its name (${code})`;
    case "no-route":
      return `no route to this address (${code})`;
    case "tls":
      return `the TLS handshake failed: ${text} (${code})`;
    case "proxy":
      return `the proxy cannot connect to it: ${text}`;
    case "timeout":
      return `no response (${code === "" ? text : code})`;
    case "too-large":
    case "bad-response":
      return text;
    case "reset":
      return `the connection was closed (${code === "" ? text : code})`;
  }
}
