/**
 * The state machine of a migration. It decides the next write for one old object from what the API server stores, and
 * from nothing else, so that a process that is killed after any write is replaced by one that continues.
 *
 * The writes for an old object, in order. Each is the last until the API server has stored it:
 *
 * | step | object | write | a kill right after it |
 * |---|---|---|---|
 * | hold | old | adds the finalizer `migrate.tsop.dev/hold` | no new object: `create` follows |
 * | create | new | creates it: content, labels, annotations, the operator's finalizers; owned by the old object; it waits | the new controller leaves it alone |
 * | copy-status | new | writes the old status | the same |
 * | hand-over | each dependent | replaces the old owner by the new one, in one patch | the others follow |
 * | mark | old | removes the operator's finalizers, adds the label `migrate.tsop.dev/moved-to` | the new object has these finalizers |
 * | open | new | removes the annotation `migrate.tsop.dev/waits-for`: its controller starts | moved |
 * | mirror | new | after each later change of the old object: the changed parts | moved |
 *
 * These rules hold after each write:
 *
 * - A dependent has the old owner or the new one, and both exist, so garbage collection keeps it. Its controller is one
 *   of them: a single patch replaces the reference, if no other client wrote the dependent in between.
 * - A controller works on a dependent only if it owns it: no controller works on the old objects, and the new
 *   object's controller waits until the last dependent is handed over.
 * - The new object is owned by the old one, so Kubernetes deletes it with the old one: in the background, in the
 *   foreground, or not at all (`--cascade=orphan`), as the user says.
 *
 * When an old object is being deleted:
 *
 * | cause | steps |
 * |---|---|
 * | a user deletes the object | let-go: removes the finalizers. Garbage collection deletes the new object |
 * | it was being deleted before the migration, and the operator has not cleaned up | create … open, then let-go: the new object's controller cleans up |
 * | the CRD of the old kind is being deleted: the end of the migration | create … open if that is not done, then release (the new object loses its old owner), then let-go |
 */
import type { DeepReadonly, KubeObject } from "../kube/objects.js";
import { holdFinalizer, isDeleted, isLinked, isWaiting, waitedFor, wasMovedTo } from "./marks.js";

/** An object as the cache has it. */
export type Stored = DeepReadonly<KubeObject>;

/** The facts about one old object. */
export interface Facts {
  readonly old: Stored | undefined;
  /** The object of the new kind with the same name. */
  readonly created: Stored | undefined;
  /** Whether the old object has a status that the new one lacks. */
  readonly lacksStatus: boolean;
  /** The number of dependents that the old object still owns. */
  readonly dependents: number;
  /** Whether the new object shows the current state of the old one. */
  readonly isMirrored: boolean;
  /** The operator's finalizers on old objects. */
  readonly finalizers: readonly string[];
  /** Whether the CRD of the old kind is being deleted. Undefined if the old object is not. */
  readonly isKindEnding: boolean | undefined;
}

export type Step =
  | {
      readonly kind:
        | "hold"
        | "create"
        | "copy-status"
        | "hand-over"
        | "mark"
        | "open"
        | "mirror"
        | "release"
        | "let-go";
    }
  /** Nothing to do until an object changes. `moved`: the new object has taken over. */
  | { readonly kind: "rest"; readonly state: "gone" | "moved" | "waiting" }
  /** A user has to act. */
  | { readonly kind: "blocked"; readonly reason: "NameTaken" };

/** Returns the next step for an old object. */
export function nextStep(facts: Facts): Step {
  const { old } = facts;
  if (old === undefined) return { kind: "rest", state: "gone" };
  return isDeleted(old) ? stepOfDeleted(old, facts) : stepOfLiving(old, facts);
}

function stepOfLiving(old: Stored, facts: Facts): Step {
  const { created } = facts;
  const isHeld = old.metadata.finalizers?.includes(holdFinalizer) === true;
  // A user has cut the link, so the two are independent.
  if (created !== undefined && !isLinked(created, old) && wasMovedTo(old, created))
    return isHeld ? { kind: "let-go" } : { kind: "rest", state: "moved" };
  if (!isHeld) return { kind: "hold" };
  if (created === undefined) return { kind: "create" };
  if (!isLinked(created, old)) return withoutLink(created);
  if (isDeleted(created)) return { kind: "rest", state: "waiting" }; // then it is created again
  return stepOfPair(old, created, facts) ?? { kind: "rest", state: "moved" };
}

/** Returns the step for an old object whose name another object of the new kind has. */
function withoutLink(created: Stored): Step {
  return isDeleted(created) ? { kind: "rest", state: "waiting" } : { kind: "blocked", reason: "NameTaken" };
}

/** Returns the next step until the new object is up to date. */
function stepOfPair(old: Stored, created: Stored, facts: Facts): Step | undefined {
  const { lacksStatus, dependents, isMirrored } = facts;
  const waits = isWaiting(created);
  if (waits && lacksStatus) return { kind: "copy-status" };
  if (dependents > 0) return { kind: "hand-over" };
  if (!wasMovedTo(old, created)) return { kind: "mark" };
  if (waits) return { kind: "open" };
  return isMirrored || isDeleted(old) ? undefined : { kind: "mirror" };
}

function stepOfDeleted(old: Stored, facts: Facts): Step {
  const { created, finalizers, isKindEnding } = facts;
  const own = new Set([holdFinalizer, ...finalizers]);
  const held = (old.metadata.finalizers ?? []).filter((name) => own.has(name));
  if (held.length === 0) return { kind: "rest", state: "gone" };
  const needsCleanup = held.some((name) => name !== holdFinalizer);
  if (isKindEnding !== true && !needsCleanup) return { kind: "let-go" };
  if (created === undefined) return { kind: "create" };
  if (isLinked(created, old)) {
    if (isDeleted(created)) return { kind: "let-go" };
    return stepOfPair(old, created, facts) ?? { kind: isKindEnding === true ? "release" : "let-go" };
  }
  return wasMovedTo(old, created) || waitedFor(old, created) ? { kind: "let-go" } : withoutLink(created);
}
