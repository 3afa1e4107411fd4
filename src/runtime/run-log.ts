import { type KubeObject, showKey } from "../kube/objects.js";
import type { ObjectChange } from "./cache/object-change.js";
import { changedFields } from "./changed-fields.js";
import type { Source } from "./source.js";

/** Of many changes before one run, so many are named. */
const mostCauses = 5;

/** How the last run of a key has ended, which is why the next one comes. */
type Ending = { readonly kind: "requeued"; readonly ms: number } | { readonly kind: "failed"; readonly error: unknown };

/** Says of each run of a controller what asked for it, how long it took and what came of it: for development. */
export class RunLog {
  readonly #causes = new Map<string, Set<string>>();
  readonly #endings = new Map<string, Ending>();

  /** A change asks for a run of the key. */
  asked(key: string, cause: string): void {
    const causes = this.#causes.get(key) ?? new Set();
    if (causes.size < mostCauses) causes.add(cause);
    this.#causes.set(key, causes);
  }

  /** What asked for the run that begins now. Changes from here on ask for the next one. */
  take(key: string, attempt: number): readonly string[] {
    const causes = [...(this.#causes.get(key) ?? [])];
    const ending = this.#endings.get(key);
    this.#causes.delete(key);
    this.#endings.delete(key);
    if (attempt > 1) {
      const after = ending?.kind === "failed" ? ` after ${inShort(ending.error)}` : "";
      return [...causes, `attempt ${attempt}${after}`];
    }
    if (causes.length > 0) return causes;
    return [ending?.kind === "requeued" ? `requeue after ${inSeconds(ending.ms)}` : "requeue"];
  }

  /** A run has asked for the next one. */
  requeued(key: string, ms: number): void {
    this.#endings.set(key, { kind: "requeued", ms });
  }

  failed(key: string, error: unknown): void {
    this.#endings.set(key, { kind: "failed", error });
  }
}

/** A change in a few words: `Bar spec changed`, `ConfigMap default/a deleted`. */
export function describeChange(change: ObjectChange<KubeObject>, source: Source, isInitial: boolean): string {
  const { metadata } = change.object;
  // The object of a `for` is the one that the line is about.
  const name = source.kind === "for" ? source.of.kind : `${source.of.kind} ${showKey(metadata)}`;
  switch (change.kind) {
    case "added":
      return isInitial ? `${name} is there` : `${name} created`;
    case "deleted":
      return `${name} deleted`;
    case "updated":
      return `${name} ${changedParts(change.before, change.object)} changed`;
  }
}

/** What the API server keeps by itself; it moves with every write. */
const bookkeeping = new Set(["managedFields", "resourceVersion", "generation"]);

function changedParts(before: KubeObject, after: KubeObject): string {
  const [old, now] = [partsOf(before), partsOf(after)];
  const names = [...new Set([...now.keys(), ...old.keys()])];
  return names
    .map((name) => changedFields(name, old.get(name), now.get(name)))
    .filter((text) => text !== "")
    .join(", ");
}

/** The object's own fields, and those of its metadata beside them. */
function partsOf({ metadata, ...parts }: KubeObject): Map<string, unknown> {
  return new Map([...Object.entries(parts), ...Object.entries(metadata).filter(([key]) => !bookkeeping.has(key))]);
}

/** The first line of an error's message, and no more than fits into a line about something else. */
function inShort(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [line = ""] = text.split("\n");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function inSeconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}
