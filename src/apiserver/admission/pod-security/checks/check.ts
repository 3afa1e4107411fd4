/** What checks of pods have in common. Source: k8s.io/pod-security-admission/policy. */
import type { JsonObject } from "../../../../core/json.js";
import { type ObjectMeta, objectOf, textOf } from "../../../api-object.js";
import { containersOf } from "../../../pod-containers.js";

/** What a pod does that a level forbids. */
export interface Violation {
  /** `host ports`. */
  readonly reason: string;
  /** With names and values; empty where there is nothing to add. */
  readonly detail: string;
}

export interface CheckedPod {
  readonly metadata: ObjectMeta;
  readonly spec: JsonObject;
}

export type Check = (pod: CheckedPod) => Violation | undefined;

/** A check as it has been since a minor version of Kubernetes. */
export interface CheckVersion {
  readonly since: number;
  readonly check: Check;
  /** Of the baseline, where this one stands for a weaker one. */
  readonly overrides?: string;
}

export interface LevelCheck {
  readonly id: string;
  readonly level: "baseline" | "restricted";
  /** The oldest first. */
  readonly versions: readonly CheckVersion[];
}

export function contextOf(holder: JsonObject): JsonObject | undefined {
  return objectOf(holder, "securityContext");
}

/** `container "a"`, `containers "a", "b"`. */
export function showContainers(containers: readonly JsonObject[]): string {
  return showCounted(
    "container",
    containers.map((container) => textOf(container, "name")),
  );
}

export function showCounted(noun: string, names: readonly string[]): string {
  return `${plural(noun, names.length)} ${quoteAll(names)}`;
}

export function plural(noun: string, count: number): string {
  return count === 1 ? noun : `${noun}s`;
}

export function quoteAll(texts: readonly string[]): string {
  return texts.map((text) => `"${text}"`).join(", ");
}

/** Each once, in order. */
export function sortedSet(texts: Iterable<string>): string[] {
  return [...new Set(texts)].toSorted();
}

/** Who sets something that is forbidden: the pod itself, or some of its containers. */
export function settersOf(
  spec: JsonObject,
  isBad: (context: JsonObject) => boolean,
): { readonly shown: string; readonly contexts: readonly JsonObject[] } | undefined {
  const ofPod = contextOf(spec);
  const isPod = ofPod !== undefined && isBad(ofPod);
  const containers = containersOf(spec).filter((container) => {
    const context = contextOf(container);
    return context !== undefined && isBad(context);
  });
  if (!isPod && containers.length === 0) return undefined;
  const shown = [...(isPod ? ["pod"] : []), ...(containers.length > 0 ? [showContainers(containers)] : [])].join(
    " and ",
  );
  const contexts = [...(isPod ? [ofPod] : []), ...containers.map((container) => contextOf(container) ?? {})];
  return { shown, contexts };
}

/** A pod whose users are not the host's may be root in its own world. */
export function unlessOwnUsers(check: Check): Check {
  return (pod) => (pod.spec["hostUsers"] === false ? undefined : check(pod));
}

/** Where there are no such things. */
export function unlessWindows(check: Check): Check {
  return (pod) => (textOf(objectOf(pod.spec, "os"), "name") === "windows" ? undefined : check(pod));
}
