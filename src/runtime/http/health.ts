import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { sendText } from "./send-text.js";

/**
 * Tells whether something works: resolves when it does, throws when it does not. What it throws is logged, not shown.
 *
 * @example
 * ```ts
 * import type { HealthCheck } from "tsop";
 *
 * export const database: HealthCheck = async (signal) => {
 *   const answer = await fetch("http://db.internal/ping", { signal });
 *   if (!answer.ok) throw new Error(`the database answers ${answer.status}`);
 * };
 * ```
 */
export type HealthCheck = (signal: AbortSignal) => void | Promise<void>;

/** A kubelet's default for a probe is 1 s; a check that takes longer has failed for it anyway. */
const checkTimeoutMs = 5_000;

/**
 * Serves checks by path and name as the API server does: `/healthz` runs all of them, `/healthz/NAME` one, `?exclude=NAME`
 * all but one, `?verbose` lists them.
 */
export function serveHealth(
  endpoints: ReadonlyMap<string, ReadonlyMap<string, HealthCheck>>,
  onFailure: (path: string, check: string, error: unknown) => void,
): RequestListener {
  return (request, response) => {
    void answer(endpoints, onFailure, request, response);
  };
}

async function answer(
  endpoints: ReadonlyMap<string, ReadonlyMap<string, HealthCheck>>,
  onFailure: (path: string, check: string, error: unknown) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://localhost");
  const [, endpoint = "", only, ...rest] = url.pathname.replace(/\/$/, "").split("/");
  const checks = endpoints.get(`/${endpoint}`);
  if (checks === undefined || rest.length > 0 || (only !== undefined && !checks.has(only))) {
    sendText(response, 404, "404 page not found\n");
    return;
  }
  const excluded = new Set(url.searchParams.getAll("exclude"));
  const chosen = [...checks].filter(([name]) => (only === undefined ? !excluded.has(name) : name === only));
  const failures = await Promise.all(
    chosen.map(async ([name, check]) => {
      try {
        await check(AbortSignal.timeout(checkTimeoutMs));
        return undefined;
      } catch (error) {
        onFailure(`/${endpoint}`, name, error);
        return name;
      }
    }),
  );
  const failed = new Set(failures.filter((name) => name !== undefined));
  if (failed.size === 0 && !url.searchParams.has("verbose")) {
    sendText(response, 200, "ok");
    return;
  }
  const lines = chosen.map(([name]) => (failed.has(name) ? `[-]${name} failed: reason withheld` : `[+]${name} ok`));
  const skipped = [...excluded].filter((name) => checks.has(name)).map((name) => `[+]${name} excluded: ok`);
  const verdict = `${endpoint} check ${failed.size === 0 ? "passed" : "failed"}`;
  sendText(response, failed.size === 0 ? 200 : 500, `${[...lines, ...skipped, verdict].join("\n")}\n`);
}
