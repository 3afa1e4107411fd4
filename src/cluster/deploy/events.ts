/** The warnings that Kubernetes has written down about a workload and its pods, as far as they say something new. */
import { compareText } from "../../core/compare-text.js";
import type { Event } from "../../k8s/core/v1.js";

/** Warnings about those objects, the newest last. */
export function warningsAbout(events: readonly Event[], uids: ReadonlySet<string | undefined>): Event[] {
  return events
    .filter(({ type, involvedObject }) => type === "Warning" && uids.has(involvedObject.uid))
    .toSorted((left, right) => compareText(timeOf(left), timeOf(right)));
}

/**
 * At most five lines, the newest last. Left out is what the messages say already, and what differs in nothing but the name that
 * a pod has by chance.
 *
 * @param told - what is said elsewhere
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
    lines.delete(key); // the newest one counts
    lines.set(key, `${reason} (${kind.toLowerCase()} ${name}): ${message}`);
  }
  return [...lines.values()].slice(-5);
}

/** Without what stands around it. */
export function messageOf({ message = "" }: Event): string {
  return withoutTransport(message.trim()).replace(/^\(combined from similar events\): /, "");
}

/** gRPC's envelope, in which the kubelet hands on what containerd says. */
export function withoutTransport(message: string): string {
  return message.replace(/rpc error: code = \w+ desc = /g, "");
}

/** `Error: ImagePullBackOff`: the state of the container says as much. */
function isEmpty(message: string): boolean {
  return /^(Error: )?\w*$/.test(message) || message.startsWith("Back-off restarting failed container");
}

/** The image, in quotes, that the kubelet waits to pull again: each message that names it says more. */
function pulledImage(message: string): string | undefined {
  return /^Back-off pulling image ("[^"]+")/.exec(message)?.[1];
}

/** The last part of a pod's name, and UIDs. */
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
