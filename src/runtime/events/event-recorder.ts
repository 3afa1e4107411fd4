/**
 * The object that an event is about. Any object will do, a frozen one too.
 *
 * @example
 * ```ts
 * import type { EventSubject } from "tsop";
 *
 * export const subject: EventSubject = {
 *   apiVersion: "foo.abc.com/v1",
 *   kind: "Bar",
 *   metadata: { namespace: "default", name: "bar-sample" },
 * };
 * ```
 */
export interface EventSubject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

/**
 * What happened. Two events that differ in nothing but `note` are the same event again.
 *
 * @example
 * ```ts
 * import type { EventDetails } from "tsop";
 *
 * export const scaled = (from: number, to: number): EventDetails => ({
 *   type: "Normal",
 *   reason: "Scaled",
 *   action: "ScaleUp",
 *   note: `from ${from} to ${to} replicas`,
 * });
 * ```
 */
export interface EventDetails {
  readonly type: "Normal" | "Warning";
  /** Why, as one CamelCase word for programs: `BackupFailed`. 128 bytes at most. */
  readonly reason: string;
  /** What was done, as one CamelCase word for programs: `CreateBackup`. 128 bytes at most. */
  readonly action: string;
  /** For people. Cut after 1024 bytes, which is all that the API server takes. */
  readonly note?: string;
  /** A second object, such as the one that was made. */
  readonly related?: EventSubject;
}

/**
 * Tells the users of an object what an operator does with it: `kubectl describe` and `kubectl get events` show it for an hour.
 * Made by `manager.eventRecorder(name)`.
 *
 * @example
 * ```ts
 * import { done, type EventRecorder, type KubeObject, type ReconcileResult } from "tsop";
 *
 * export function backUp(events: EventRecorder, database: KubeObject, full: boolean): ReconcileResult {
 *   if (full) events.event(database, { type: "Warning", reason: "BackupFailed", action: "CreateBackup", note: "disk full" });
 *   return done();
 * }
 * ```
 */
export interface EventRecorder {
  /**
   * Records an event, in the background: it never throws, and nothing waits for it. An event that cannot be written (no
   * right to, a namespace that is going away, a reason that is too long) is left out, and the log says so.
   */
  event(regarding: EventSubject, details: EventDetails): void;
}
