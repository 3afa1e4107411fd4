import { type KubeObject, showKey } from "../kube/objects.js";
import type { ObjectChange } from "./cache/object-change.js";
import { changedFields } from "./changed-fields.js";
import type { Source } from "./source.js";

/** The maximum number of changes that one log line names. */
const mostCauses = 5;

/** How the last run of a key ended, if that is the cause of the next run. */
type Ending = { readonly kind: "requeued"; readonly ms: number } | { readonly kind: "failed"; readonly error: unknown };

/** Logs the cause, the duration and the outcome of each run of a controller, for development. */
export class RunLog {
  readonly #causes = new Map<string, Set<string>>();
  readonly #endings = new Map<string, Ending>();

  /** Records a change that requests a run of the key. */
  asked(key: string, cause: string): void {
    const causes = this.#causes.get(key) ?? new Set();
    if (causes.size < mostCauses) causes.add(cause);
    this.#causes.set(key, causes);
  }

  /** Returns the causes of the run that starts now. Later changes are causes of the next run. */
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

  /** Records that a run requested the next run. */
  requeued(key: string, ms: number): void {
    this.#endings.set(key, { kind: "requeued", ms });
  }

  failed(key: string, error: unknown): void {
    this.#endings.set(key, { kind: "failed", error });
  }
}

/** Describes a change in a few words: `Bar spec changed`, `ConfigMap default/a deleted`. */
export function describeChange(change: ObjectChange<KubeObject>, source: Source, isInitial: boolean): string {
  const { metadata } = change.object;
  // In a `for`, the changed object is the subject of the log line.
  const name = source.kind === "for" ? source.of.kind : `${source.of.kind} ${showKey(metadata)}`;
  switch (change.kind) {
    case "added":
      return isInitial ? `initial list: ${name}` : `${name} created`;
    case "deleted":
      return `${name} deleted`;
    case "updated":
      return `${name} ${changedParts(change.before, change.object)} changed`;
  }
}

/** The fields that the API server manages and that change with every write. */
const bookkeeping = new Set(["managedFields", "resourceVersion", "generation"]);

function changedParts(before: KubeObject, after: KubeObject): string {
  const [old, now] = [partsOf(before), partsOf(after)];
  const names = [...new Set([...now.keys(), ...old.keys()])];
  const changed = names.map((name) => changedFields(name, old.get(name), now.get(name))).filter((text) => text !== "");
  return changed.length > 0 ? changed.join(", ") : "metadata";
}

/** Returns the object's own fields, together with those of its metadata. */
function partsOf({ metadata, ...parts }: KubeObject): Map<string, unknown> {
  return new Map([...Object.entries(parts), ...Object.entries(metadata).filter(([key]) => !bookkeeping.has(key))]);
}

/** Returns the first line of an error's message, cut to fit into another log line. */
function inShort(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const [line = ""] = text.split("\n");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function inSeconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${Number((ms / 1000).toFixed(1))} s`;
}
