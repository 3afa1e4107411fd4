import type { Server, ServerResponse } from "node:http";
import { TsopError } from "../../core/errors.js";
import { untilAborted } from "../../core/until-aborted.js";
import { createGuardedServer, sendText } from "./guarded-server.js";
import type { Surroundings } from "../surroundings.js";

/**
 * Checks whether a part works: resolves if it does, throws if it does not. The error is logged, but not part of the
 * response.
 *
 * @example
 * ```ts
 * import type { HealthCheck } from "tsop";
 *
 * export const database: HealthCheck = async (signal) => {
 *   const answer = await fetch("http://db.internal/ping", { signal });
 *   if (!answer.ok) throw new Error(`the database returned ${answer.status}`);
 * };
 * ```
 */
export type HealthCheck = (signal: AbortSignal) => void | Promise<void>;

/** A kubelet's default timeout for a probe is 1 s, so the probe has failed anyway if a check takes longer. */
const checkTimeoutMs = 5_000;

const limits = { mostConnections: 200, mostRequests: 200 };

export interface HealthServerOptions extends Pick<Surroundings, "log" | "clock"> {
  /** The checks by path and name. */
  readonly endpoints: ReadonlyMap<string, ReadonlyMap<string, HealthCheck>>;
  /** For tests, which cannot wait that long. */
  readonly timeoutMs?: number;
}

/**
 * Creates a server for checks, which does not listen yet. It serves them by path and name as the API server does:
 * `/healthz` runs all checks, `/healthz/NAME` one, `?exclude=NAME` all except one, `?verbose` lists them. A check runs
 * only once at a time, however many clients request it.
 */
export function createHealthServer({ endpoints, log, clock, timeoutMs = checkTimeoutMs }: HealthServerOptions): Server {
  const running = new Map<HealthCheck, Promise<void>>();
  const run = (check: HealthCheck): Promise<void> => {
    const started = running.get(check) ?? runOnce(check, timeoutMs).finally(() => running.delete(check));
    running.set(check, started);
    return started;
  };
  const passes = async (path: string, name: string, check: HealthCheck): Promise<boolean> => {
    try {
      await run(check);
      return true;
    } catch (error) {
      log.debug("a check failed", { path, check: name, error });
      return false;
    }
  };
  const options = { purpose: "health probes", log, clock, ...limits };
  return createGuardedServer((_, response, url) => answer(endpoints, passes, url, response), options);
}

/** Runs a check. Rejects when the check fails, or does not end in time. */
async function runOnce(check: HealthCheck, timeoutMs: number): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  await untilAborted(Promise.resolve(check(signal)), signal);
}

async function answer(
  endpoints: HealthServerOptions["endpoints"],
  passes: (path: string, name: string, check: HealthCheck) => Promise<boolean>,
  url: URL,
  response: ServerResponse,
): Promise<void> {
  const [, endpoint = "", only, ...rest] = url.pathname.replace(/\/$/, "").split("/");
  const checks = endpoints.get(`/${endpoint}`);
  if (checks === undefined || rest.length > 0 || (only !== undefined && !checks.has(only))) {
    sendText(response, 404, "404 page not found\n");
    return;
  }
  const excluded = new Set(url.searchParams.getAll("exclude"));
  const chosen = [...checks].filter(([name]) => (only === undefined ? !excluded.has(name) : name === only));
  const names = chosen.map(async ([name, check]) => ((await passes(`/${endpoint}`, name, check)) ? undefined : name));
  const failed = new Set((await Promise.all(names)).filter((name) => name !== undefined));
  if (failed.size === 0 && !url.searchParams.has("verbose")) {
    sendText(response, 200, "ok");
    return;
  }
  const lines = chosen.map(([name]) => (failed.has(name) ? `[-]${name} failed: reason withheld` : `[+]${name} ok`));
  const skipped = [...excluded].filter((name) => checks.has(name)).map((name) => `[+]${name} excluded: ok`);
  const verdict = `${endpoint} check ${failed.size === 0 ? "passed" : "failed"}`;
  sendText(response, failed.size === 0 ? 200 : 500, `${[...lines, ...skipped, verdict].join("\n")}\n`);
}

export function addCheck(checks: Map<string, HealthCheck>, name: string, check: HealthCheck): void {
  if (!/^[A-Za-z0-9][-A-Za-z0-9_.]*$/.test(name) || checks.has(name)) {
    const why = checks.has(name)
      ? "a check with this name exists already"
      : "the name must consist of letters, digits, -, _ and .";
    throw new TsopError("runtime/invalid-wiring", `health check ${JSON.stringify(name)}: ${why}`);
  }
  checks.set(name, check);
}
