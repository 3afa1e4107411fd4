import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import type { EventDetails, EventRecorder, EventSubject } from "../runtime/events/event-recorder.js";
import { findEventProblem } from "../runtime/events/new-event.js";

/**
 * A recorded event with its object.
 *
 * @example
 * ```ts
 * import type { RecordedEvent } from "tsop/testing";
 *
 * export const warningsOf = (events: readonly RecordedEvent[]): string[] =>
 *   events.filter(({ type }) => type === "Warning").map(({ reason }) => reason);
 * ```
 */
export interface RecordedEvent extends EventDetails {
  /**
   * The reference to the object at the time of the event: of the metadata, name, namespace, uid and resourceVersion.
   */
  readonly regarding: EventSubject;
}

/**
 * An {@link EventRecorder} that stores the recorded events.
 *
 * @example
 * ```ts
 * import { recordingEventRecorder, type RecordingEventRecorder } from "tsop/testing";
 *
 * const events: RecordingEventRecorder = recordingEventRecorder();
 * const pod = { apiVersion: "v1", kind: "Pod", metadata: { namespace: "default", name: "web-0" } };
 * events.event(pod, { type: "Normal", reason: "Resized", action: "Resize" });
 * export const reasons = events.recorded.map(({ reason }) => reason); // ["Resized"]
 * ```
 */
export interface RecordingEventRecorder extends EventRecorder {
  /**
   * All events so far, in order. Includes events that a cluster would count as one, or drop because they are too many.
   */
  readonly recorded: readonly RecordedEvent[];
}

/**
 * Returns a recorder for the test of a reconciler that takes an {@link EventRecorder}.
 *
 * @throws TsopError `cluster/invalid-request` from `event`, if the API server would reject the event (for example,
 * without a reason, or with a reason of more than 128 bytes). An operator only logs a warning
 *
 * @example
 * ```ts
 * import { done, type EventRecorder, type KubeObject, type ReconcileResult } from "tsop";
 * import { recordingEventRecorder } from "tsop/testing";
 *
 * function backUp(events: EventRecorder, database: KubeObject): ReconcileResult {
 *   events.event(database, { type: "Warning", reason: "BackupFailed", action: "CreateBackup", note: "disk full" });
 *   return done();
 * }
 *
 * const events = recordingEventRecorder();
 * backUp(events, { apiVersion: "foo.abc.com/v1", kind: "Database", metadata: { namespace: "default", name: "main" } });
 * export const [first] = events.recorded; // { regarding: …, type: "Warning", reason: "BackupFailed", … }
 * ```
 */
export function recordingEventRecorder(): RecordingEventRecorder {
  const recorded: RecordedEvent[] = [];
  return {
    recorded,
    event: (regarding, details) => {
      const problem = findEventProblem(regarding, details);
      if (problem !== undefined) {
        throw new TsopError("cluster/invalid-request", `the API server would reject the event: ${problem}`, {
          hint: "An operator would skip the event and log a warning.",
        });
      }
      const { related } = details;
      const more = related === undefined ? {} : { related: reference(related) };
      recorded.push({ regarding: reference(regarding), ...details, ...more });
    },
  };
}

/** A copy, because the object may change later. */
function reference({ apiVersion, kind, metadata }: EventSubject): EventSubject {
  const { name, namespace, uid, resourceVersion } = metadata;
  return { apiVersion, kind, metadata: defined({ name, namespace, uid, resourceVersion }) };
}
