/** Decides when a request may be sent again, by client-go's rules (rest/request.go, util/net/http.go). */
import { ApiError } from "./api-error.js";
import { TransportError } from "./transport-error.js";

export const maxAttempts = 10;
/** The number of attempts after which an unreachable server counts as down: 0.1 + 0.2 + 0.4 + 0.8 s. */
const maxConnectionAttempts = 5;
const longestWait = 30_000;

/**
 * Returns the milliseconds to wait before the request is sent again; undefined if it must not be repeated. A read may
 * always be repeated; a write only if the server certainly did not carry out the first one.
 */
export function retryDelay(error: unknown, method: string, attempt: number): number | undefined {
  if (error instanceof ApiError) {
    if (error.retryAfterMs === undefined) return undefined;
    const { statusCode } = error;
    const isTurnedAway = statusCode === 429 || statusCode === 503;
    const mayRepeat = isTurnedAway || (method === "GET" && statusCode >= 500);
    return mayRepeat ? Math.min(error.retryAfterMs, longestWait) : undefined;
  }
  if (!(error instanceof TransportError) || attempt >= maxConnectionAttempts) return undefined;
  const mayRepeat = error.neverSent || (method === "GET" && error.failure === "reset");
  return mayRepeat ? 100 * 2 ** (attempt - 1) : undefined;
}

/** Reads a Retry-After header: seconds, or a date. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
