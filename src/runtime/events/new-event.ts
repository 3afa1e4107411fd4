/** Creates events that the API server accepts (validation of events.k8s.io/v1). */
import { randomUUID } from "node:crypto";
import { defined } from "../../core/defined.js";
import { isSubdomain } from "../../core/name-forms.js";
import type { ObjectReference } from "../../k8s/core/v1.js";
import type { Event } from "../../k8s/events/v1.js";
import { toMicroTime } from "../../kube/scalars.js";
import type { EventDetails, EventSubject } from "./event-recorder.js";

/** The controller that reports the events. */
export interface Reporter {
  readonly controller: string;
  readonly instance: string;
}

export const longestWord = 128;
const longestNote = 1024;

/** Returns the reason why the API server would reject the event; undefined if it would not. */
export function findEventProblem(
  { apiVersion, kind, metadata }: EventSubject,
  details: EventDetails,
): string | undefined {
  if ([apiVersion, kind, metadata.name].some((text) => typeof text !== "string" || text === "")) {
    return "its object lacks an apiVersion, a kind or a name";
  }
  if (!["Normal", "Warning"].includes(details.type))
    return `its type must be Normal or Warning, got ${JSON.stringify(details.type)}`;
  for (const field of ["reason", "action"] as const) {
    const text: unknown = details[field];
    if (typeof text !== "string" || text === "") return `it has no ${field}`;
    if (Buffer.byteLength(text) > longestWord) return `its ${field} is longer than ${longestWord} bytes`;
  }
  return undefined;
}

/** @param now - milliseconds since 1970 @param count - the number of earlier events, which makes each name unique */
export function newEvent(
  regarding: EventSubject,
  { type, reason, action, note, related }: EventDetails,
  { controller, instance, now, count }: Reporter & { readonly now: number; readonly count: number },
): Event {
  const { name, namespace = "" } = regarding.metadata;
  return {
    apiVersion: "events.k8s.io/v1",
    kind: "Event",
    // Events about cluster-scoped objects belong to this namespace.
    metadata: { name: eventName(name, now, count), namespace: namespace === "" ? "default" : namespace },
    eventTime: toMicroTime(now),
    type,
    reason,
    action,
    ...(note === undefined ? {} : { note: cut(note, longestNote) }),
    regarding: referenceTo(regarding),
    ...(related === undefined ? {} : { related: referenceTo(related) }),
    reportingController: controller,
    reportingInstance: instance,
  };
}

/**
 * client-go's `GenerateEventName`: the object's name and the time in nanoseconds. A clock of milliseconds leaves digits
 * for the count.
 */
export function eventName(name: string, now: number, count: number): string {
  const nanoseconds = BigInt(Math.floor(now)) * 1_000_000n + BigInt(count % 1_000_000);
  const text = `${name}.${nanoseconds.toString(16)}`;
  return isSubdomain(text) ? text : randomUUID();
}

/**
 * Returns a key that is the same for repetitions of an event, whatever their note and time; the object's
 * resourceVersion changes with each write.
 */
export function eventKey({ type, reason, action, regarding, related, reportingController }: Event): string {
  return JSON.stringify([reportingController, type, reason, action, ...identity(regarding), ...identity(related)]);
}

/** Returns a key that is the same for all events about one object from one controller. */
export function subjectKey({ regarding, reportingController }: Event): string {
  return JSON.stringify([reportingController, ...identity(regarding)]);
}

function identity(reference: ObjectReference | undefined): unknown[] {
  return [reference?.apiVersion, reference?.kind, reference?.namespace, reference?.name, reference?.uid];
}

function referenceTo({ apiVersion, kind, metadata }: EventSubject): ObjectReference {
  const { name, namespace, uid, resourceVersion } = metadata;
  return defined({ apiVersion, kind, name, namespace, uid, resourceVersion });
}

/** Cuts a text to a number of bytes, in whole characters. */
export function cut(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const ellipsis = "…";
  const room = new Uint8Array(bytes - Buffer.byteLength(ellipsis));
  return text.slice(0, new TextEncoder().encodeInto(text, room).read) + ellipsis;
}
