import type { Clock } from "../core/clock.js";
import type { Logger } from "./logger.js";

/**
 * The key of the object to reconcile, not the change that caused the request. You can pass it wherever a client expects
 * an `ObjectKey`.
 *
 * @example
 * ```ts
 * import type { ReconcileRequest } from "tsop";
 *
 * export const request: ReconcileRequest = { namespace: "default", name: "bar-sample" };
 * ```
 */
export interface ReconcileRequest {
  /** The namespace; empty for a cluster-scoped kind. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * The context of one run of a reconciler.
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
  /** A logger whose lines contain the controller, the object (`default/bar-sample`) and the reconcileID. */
  readonly log: Logger;
  /**
   * The manager's clock: `clock.now()` returns milliseconds since 1970. Use it instead of `Date.now()`. A test that
   * gives the manager a `FakeClock` then controls when something is due.
   */
  readonly clock: Clock;
  /**
   * Fires when the run must end: the run exceeded its time limit (`reconciliationTimeoutMs`), the time that a stopping
   * manager gives to running reconciles is over, or this process is no longer the leader. Pass it to every call that
   * may take long.
   */
  readonly signal: AbortSignal;
  /**
   * Throws if another process may lead. Call it right before a run changes something outside of the cluster, such as a
   * DNS record or a payment: a process that was frozen for a while may wake up when another process already leads,
   * before its signal fires. Writes of `manager.client` are always checked like this. Does nothing without leader
   * election.
   *
   * @throws TsopError `runtime/leader-election-lost` if another process may lead now
   */
  readonly throwIfNotLeading: () => void;
  /** A UUID, new for every run. */
  readonly reconcileID: string;
  /** The number of this attempt: 1 plus the number of consecutive failed runs for this request. */
  readonly attempt: number;
  /** Whether this request waits for its next change if this run fails too. Always false without `maxAttempts`. */
  readonly isLastAttempt: boolean;
}

/**
 * The result of a run. {@link done} and {@link requeueAfter} create it; a run can also end by throwing.
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
  | { readonly kind: "done" }
  | { readonly kind: "requeueAfter"; readonly milliseconds: number };

/**
 * Brings the actual state to the state that an object specifies. Runs for every object when the manager starts, and
 * whenever a watched object changes; never twice at the same time for one request. It must reach the same result
 * however often it runs.
 *
 * When it throws, the run is repeated after a delay. The delay doubles from 5 ms to 1000 s and starts over after the
 * next success (client-go's `DefaultTypedControllerRateLimiter`). A {@link TerminalError} is not retried.
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
 * Returns the result of a run with no work left until the next change.
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
 * Returns the result that requests another run after `milliseconds`, or sooner if something changes. Zero and negative
 * numbers mean at once, so that a computed time may be in the past.
 *
 * @throws RangeError if the number is NaN or infinite; the run then fails
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
    throw new RangeError(`requeueAfter needs a finite number of milliseconds, got ${milliseconds}`);
  }
  return { kind: "requeueAfter", milliseconds: Math.max(0, milliseconds) };
}

/**
 * The error of a run that a retry cannot fix, for instance because of an invalid field. The request waits for its next
 * change.
 *
 * @example
 * ```ts
 * import { TerminalError } from "tsop";
 *
 * export function checkSchedule(schedule: string): void {
 *   if (schedule.split(" ").length !== 5) throw new TerminalError(`spec.schedule must have five fields, got ${schedule}`);
 * }
 * ```
 */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
}
