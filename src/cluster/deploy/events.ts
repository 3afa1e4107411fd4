/** Selects the Kubernetes warnings about a workload and its pods that contain new information. */
import { compareText } from "../../core/compare-text.js";
import type { Event } from "../../k8s/core/v1.js";

/** Returns the warnings about those objects, the newest last. */
export function warningsAbout(events: readonly Event[], uids: ReadonlySet<string | undefined>): Event[] {
  return events
    .filter(({ type, involvedObject }) => type === "Warning" && uids.has(involvedObject.uid))
    .toSorted((left, right) => compareText(timeOf(left), timeOf(right)));
}

/**
 * Returns at most five lines, the newest last. Leaves out warnings that the messages already contain, and warnings that
 * differ only in the random part of a pod's name.
 *
 * @param told - messages that are shown elsewhere
 */
export function showEvents(warnings: readonly Event[], told: readonly string[]): string[] {
  const known = told.filter((text) => text !== "").map(withoutChance);
  const lines = new Map<string, string>();
  for (const warning of warnings) {
    const { reason = "", involvedObject } = warning;
    const message = messageOf(warning);
    const same = withoutChance(message);
    const subject = pulledImage(same) ?? same;
    if (isEmpty(message) || known.some((text) => text.includes(subject) || same.includes(text))) continue;
    const { kind = "", name = "" } = involvedObject;
    const key = `${reason} ${same}`;
    lines.delete(key); // the newest line wins
    lines.set(key, `${reason} (${kind.toLowerCase()} ${name}): ${message}`);
  }
  return [...lines.values()].slice(-5);
}

/** Returns the message without its wrapping. */
export function messageOf({ message = "" }: Event): string {
  return withoutTransport(message.trim()).replace(/^\(combined from similar events\): /, "");
}

/** Removes gRPC's envelope, in which the kubelet passes on containerd's message. */
export function withoutTransport(message: string): string {
  return message.replace(/rpc error: code = \w+ desc = /g, "");
}

/** Keeps only the cause, which an event names too: `Back-off pulling image "demo:v1": ErrImagePull: CAUSE`. */
export function withoutBackOff(message: string): string {
  return message.replace(/^Back-off pulling image "[^"]+": \w+: /, "");
}

/** `Error: ImagePullBackOff`: the state of the container contains the same information. */
function isEmpty(message: string): boolean {
  return /^(Error: )?\w*$/.test(message) || message.startsWith("Back-off restarting failed container");
}

/**
 * Returns the image, in quotes, that the kubelet waits to pull again: every other message that names it contains more.
 */
function pulledImage(message: string): string | undefined {
  return /^Back-off pulling image ("[^"]+")/.exec(message)?.[1];
}

/** Removes the last part of a pod's name, and UIDs. */
function withoutChance(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "UID")
    .replace(/-[bcdfghjklmnpqrstvwxz2456789]{5,10}(?=\W|_|$)/g, "-X")
    .replace(/(?:-X)+/g, "-X")
    .replace(/^Error creating: /, "");
}

function timeOf({ lastTimestamp, eventTime, metadata }: Event): string {
  return lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? "";
}
