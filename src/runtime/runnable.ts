/**
 * Something that runs beside the controllers: a server, a timer, a sync with something outside.
 *
 * @example
 * ```ts
 * import { setTimeout } from "node:timers/promises";
 * import type { Manager, Runnable } from "tsop";
 *
 * export function addHeartbeat(manager: Manager): void {
 *   const heartbeat: Runnable = {
 *     async start(signal) {
 *       while (!signal.aborted) {
 *         manager.log.info("alive");
 *         await setTimeout(60_000, undefined, { signal }).catch(() => undefined);
 *       }
 *     },
 *   };
 *   manager.add(heartbeat);
 * }
 * ```
 */
export interface Runnable {
  /**
   * Runs until the signal fires, or until there is nothing left to do. What it throws stops the manager. Cached reads work
   * from the start; they wait for their cache.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Whether to wait until this process leads. Default true; without leader election it makes no difference. */
  readonly needsLeaderElection?: boolean;
}
