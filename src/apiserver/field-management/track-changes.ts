/** Tracks the owners of fields through a change. Source: sigs.k8s.io/structured-merge-diff/v6/merge/update.go (update). */
import { type Comparison, compareFields, withoutFields } from "./compare-fields.js";
import { ConflictsFault, conflictsOf } from "./conflicts.js";
import { differenceOf, type FieldSet, intersectionOf, isEmptySet, unionOf } from "./field-set.js";
import type { Manager, Managers } from "./managers.js";
import type { ObjectVersions } from "./requests.js";
import { inVersion, type VersionedValue } from "./versioned-values.js";

export interface TrackedChange {
  readonly before: VersionedValue;
  readonly after: VersionedValue;
  readonly managers: Managers;
  /** The identity of the manager that makes the change: it loses no fields. */
  readonly by: string;
  readonly resetFields: FieldSet;
  readonly versions: ObjectVersions | undefined;
}

export interface TrackedManagers {
  readonly managers: Map<string, Manager>;
  /** In the version of the change. */
  readonly comparison: Comparison;
}

/**
 * Removes changed and deleted fields from all other managers.
 * @throws ConflictsFault if other managers own a field and the request does not force it
 */
export async function trackChange(change: TrackedChange, isForced: boolean): Promise<TrackedManagers> {
  const { before, after, by, resetFields } = change;
  const own = withoutFields(compareFields(before.object, after.object, after.type), resetFields);
  const comparisons = new Map<string, Comparison | undefined>([[after.apiVersion, own]]);
  const managers = new Map(change.managers);
  const taken = new Map<string, FieldSet>();
  const removed = new Map<string, FieldSet>();
  for (const [identity, manager] of change.managers) {
    if (identity === by) continue;
    const { apiVersion, set } = manager;
    if (!comparisons.has(apiVersion)) comparisons.set(apiVersion, await comparisonIn(apiVersion, change));
    const comparison = comparisons.get(apiVersion);
    if (comparison === undefined) {
      managers.delete(identity);
      continue;
    }
    const conflict = intersectionOf(set, unionOf(comparison.modified, comparison.added));
    if (!isEmptySet(conflict)) taken.set(identity, conflict);
    if (!isEmptySet(comparison.removed)) removed.set(identity, comparison.removed);
  }
  if (!isForced && taken.size > 0) throw new ConflictsFault(conflictsOf(taken));
  for (const [identity, set] of [...taken, ...removed]) takeFrom(managers, identity, set);
  for (const [identity, { set }] of managers) if (isEmptySet(set)) managers.delete(identity);
  return { managers, comparison: own };
}

async function comparisonIn(
  apiVersion: string,
  { before, after, resetFields, versions }: TrackedChange,
): Promise<Comparison | undefined> {
  const [left, right] = [await inVersion(before, apiVersion, versions), await inVersion(after, apiVersion, versions)];
  if (left === undefined || right === undefined) return undefined;
  return withoutFields(compareFields(left.object, right.object, right.type), resetFields);
}

function takeFrom(managers: Map<string, Manager>, identity: string, set: FieldSet): void {
  const manager = managers.get(identity);
  if (manager !== undefined) managers.set(identity, { ...manager, set: differenceOf(manager.set, set) });
}
