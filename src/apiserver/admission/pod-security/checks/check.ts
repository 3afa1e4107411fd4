/** The common parts of pod checks. Source: k8s.io/pod-security-admission/policy. */
import type { JsonObject } from "../../../../core/json.js";
import { type ObjectMeta, objectOf, textOf } from "../../../api-object.js";
import { containersOf } from "../../../pod-containers.js";

/** A setting of a pod that a level forbids. */
export interface Violation {
  /** For example `host ports`. */
  readonly reason: string;
  /** The names and values; empty if there is nothing to add. */
  readonly detail: string;
}

export interface CheckedPod {
  readonly metadata: ObjectMeta;
  readonly spec: JsonObject;
}

export type Check = (pod: CheckedPod) => Violation | undefined;

/** The form of a check since a minor version of Kubernetes. */
export interface CheckVersion {
  readonly since: number;
  readonly check: Check;
  /** The weaker baseline check that this one replaces. */
  readonly overrides?: string;
}

export interface LevelCheck {
  readonly id: string;
  readonly level: "baseline" | "restricted";
  /** Oldest first. */
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

/** Returns the distinct texts, sorted. */
export function sortedSet(texts: Iterable<string>): string[] {
  return [...new Set(texts)].toSorted();
}

/** Returns who sets a forbidden value: the pod itself, or some of its containers. */
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

/** Skips the check for a pod with its own user namespace, which may be root inside it. */
export function unlessOwnUsers(check: Check): Check {
  return (pod) => (pod.spec["hostUsers"] === false ? undefined : check(pod));
}

/** Skips the check for Windows, which has no such settings. */
export function unlessWindows(check: Check): Check {
  return (pod) => (textOf(objectOf(pod.spec, "os"), "name") === "windows" ? undefined : check(pod));
}
