import type { Clock } from "../core/clock.js";
import type { Logger } from "./logger.js";

/**
 * Names the object to reconcile, not what happened to it. It can be passed wherever a client wants an `ObjectKey`.
 *
 * @example
 * ```ts
 * import type { ReconcileRequest } from "tsop";
 *
 * export const request: ReconcileRequest = { namespace: "default", name: "bar-sample" };
 * ```
 */
export interface ReconcileRequest {
  /** Empty for a cluster-scoped kind. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * What one run of a reconciler is given beside the request.
 *
 * @example
 * ```ts
 * import type { ReconcileContext } from "tsop";
 *
 * export async function fetchPrice(context: ReconcileContext): Promise<string> {
 *   context.log.debug("asking for the price", { attempt: context.attempt });
 *   const answer = await fetch("https://prices.example.com/", { signal: context.signal });
 *   return answer.text();
 * }
 * ```
 */
export interface ReconcileContext {
  /** Its lines carry the controller, the object (`default/bar-sample`) and the reconcileID. */
  readonly log: Logger;
  /**
   * What time it is: `clock.now()` in milliseconds since 1970. The manager's clock, so a test that gives the manager a
   * `FakeClock` decides when something is due. Read the time here instead of from `Date.now()`.
   */
  readonly clock: Clock;
  /**
   * Fires when the run has to end: its time is over (`reconciliationTimeoutMs`), the time that a stopping manager gives to
   * running reconciles is over, or this process is no longer the leader. Pass it on to what may take long.
   */
  readonly signal: AbortSignal;
  /**
   * To be called right before a run changes something outside of the cluster, such as a record of DNS or a payment: a process
   * that was frozen for a while may wake up when another one leads already, before its signal fires. The writes of
   * `manager.client` are checked like that anyway. Nothing happens without leader election.
   *
   * @throws TsopError `runtime/leader-election-lost` when another process may lead by now
   */
  readonly throwIfNotLeading: () => void;
  /** A UUID, new for every run. */
  readonly reconcileID: string;
  /** 1, or more after so many runs less one that failed in a row for this request. */
  readonly attempt: number;
  /** Whether this request waits for the next change when this run fails too. Never without `maxAttempts`. */
  readonly isLastAttempt: boolean;
}

/**
 * How a run ended. Made by {@link done} and {@link requeueAfter}; the third ending is to throw.
 *
 * @example
 * ```ts
 * import { done, type ReconcileResult, requeueAfter } from "tsop";
 *
 * export function next(ready: boolean): ReconcileResult {
 *   return ready ? done() : requeueAfter(5_000);
 * }
 * ```
 */
export type ReconcileResult =
  { readonly kind: "done" } | { readonly kind: "requeueAfter"; readonly milliseconds: number };

/**
 * Brings the world to the state that an object asks for. Runs for every object when the manager starts and whenever
 * something that the controller watches has changed; never twice at a time for one request. It must come to the same
 * end however often it runs.
 *
 * When it throws, the run is repeated after a delay that doubles from 5 ms to 1000 s and starts over with the next
 * success (client-go's `DefaultTypedControllerRateLimiter`). A {@link TerminalError} is not retried.
 *
 * @example
 * ```ts
 * import { done, type ReconcileContext, type Reconciler, type ReconcileRequest, type ReconcileResult } from "tsop";
 *
 * export class GreetingReconciler implements Reconciler {
 *   reconcile(request: ReconcileRequest, context: ReconcileContext): Promise<ReconcileResult> {
 *     context.log.info("hello", { name: request.name });
 *     return Promise.resolve(done());
 *   }
 * }
 * ```
 */
export interface Reconciler {
  reconcile(request: ReconcileRequest, context: ReconcileContext): Promise<ReconcileResult>;
}

/**
 * Nothing is left to do until something changes.
 *
 * @example
 * ```ts
 * import { done, type Reconciler } from "tsop";
 *
 * export const idle: Reconciler = { reconcile: () => Promise.resolve(done()) };
 * ```
 */
export function done(): ReconcileResult {
  return { kind: "done" };
}

/**
 * Run again after `milliseconds`, or sooner if something changes. Zero and less mean at once, so that a time that is
 * computed may lie in the past.
 *
 * @throws RangeError when the number is NaN or infinite; in a reconcile that is a failed run
 *
 * @example
 * ```ts
 * import { type Reconciler, requeueAfter } from "tsop";
 *
 * export const hourly: Reconciler = { reconcile: () => Promise.resolve(requeueAfter(60 * 60 * 1000)) };
 * ```
 */
export function requeueAfter(milliseconds: number): ReconcileResult {
  if (!Number.isFinite(milliseconds)) {
    throw new RangeError(`requeueAfter wants a finite number of milliseconds, got ${milliseconds}`);
  }
  return { kind: "requeueAfter", milliseconds: Math.max(0, milliseconds) };
}

/**
 * Says that a run failed for a reason that trying again cannot mend, such as a field that makes no sense. The request
 * waits for the next change.
 *
 * @example
 * ```ts
 * import { TerminalError } from "tsop";
 *
 * export function checkSchedule(schedule: string): void {
 *   if (schedule.split(" ").length !== 5) throw new TerminalError(`spec.schedule has not five fields: ${schedule}`);
 * }
 * ```
 */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
}
