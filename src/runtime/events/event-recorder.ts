/**
 * The object that an event is about. Any object works, including a frozen one.
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
 * The details of an event. Two events that differ only in `note` count as the same event.
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
  /** The reason as one CamelCase word for programs: `BackupFailed`. At most 128 bytes. */
  readonly reason: string;
  /** The action as one CamelCase word for programs: `CreateBackup`. At most 128 bytes. */
  readonly action: string;
  /** A note for people. Cut after 1024 bytes, the limit of the API server. */
  readonly note?: string;
  /** A second object, for example one that the operator created. */
  readonly related?: EventSubject;
}

/**
 * Reports to the users of an object what an operator does with it: `kubectl describe` and `kubectl get events` show the
 * events for an hour. `manager.eventRecorder(name)` creates it.
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
   * Records an event in the background: it never throws, and you cannot wait for it. An event that cannot be written
   * (no permission, a namespace that is being deleted, a reason that is too long) is dropped and logged.
   */
  event(regarding: EventSubject, details: EventDetails): void;
}
