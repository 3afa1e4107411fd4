/**
 * A task that runs alongside the controllers: a server, a timer, a sync with an external system.
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
   * Runs until the signal fires, or until its work is done. An error that it throws stops the manager. Cached reads
   * work from the start; they wait for their cache.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Whether to wait until this process leads. Default true; has no effect without leader election. */
  readonly needsLeaderElection?: boolean;
}
