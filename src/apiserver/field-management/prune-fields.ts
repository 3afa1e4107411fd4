/**
 * Removes fields that an applier no longer applies, unless others own them. Source:
 * sigs.k8s.io/structured-merge-diff/v6/merge/update.go.
 */
import type { ApiObject } from "../api-object.js";
import { differenceOf, type FieldSet, intersectionOf, isEmptySet, newFieldSet, unionOf } from "./field-set.js";
import type { Manager, Managers } from "./managers.js";
import { removeFields, withDeclaredFields } from "./remove-fields.js";
import type { ObjectVersions } from "./requests.js";
import { setOfFields } from "./set-of-fields.js";
import { failingAs, inVersion, type VersionedValue } from "./versioned-values.js";

export interface Pruning {
  readonly merged: VersionedValue;
  /** The managers, including the current apply. */
  readonly managers: Managers;
  /** The previous apply of the same manager. */
  readonly last: Manager | undefined;
  readonly versions: ObjectVersions | undefined;
}

export async function pruneFields({ merged, managers, last, versions }: Pruning): Promise<VersionedValue> {
  if (last === undefined || isEmptySet(last.set)) return merged;
  const step = "failed to convert merged object to last applied version";
  const whole = await inVersion(merged, last.apiVersion, versions, step);
  if (whole === undefined) return merged;
  const lastSet = withDeclaredFields(last.set, whole.type);
  const cut = without(whole, lastSet);
  const owned = await failingAs("failed add back owned items", () =>
    addBackOwned({ merged: whole, pruned: cut }, managers, versions),
  );
  const final = await failingAs("failed add back dangling items", () =>
    addBackDangling(whole, owned, lastSet, versions),
  );
  return (await inVersion(final, merged.apiVersion, versions)) ?? merged;
}

interface Cut {
  readonly merged: VersionedValue;
  readonly pruned: VersionedValue;
}

/** Adds back fields that other managers own, in any version, or that the current apply sets. */
async function addBackOwned(
  { merged, pruned }: Cut,
  managers: Managers,
  versions: ObjectVersions | undefined,
): Promise<VersionedValue> {
  const owned = new Map<string, FieldSet>();
  for (const { apiVersion, set } of managers.values()) {
    owned.set(apiVersion, unionOf(owned.get(apiVersion) ?? newFieldSet(), set));
  }
  // Start with the version of the pruned object: a conversion may need fields that were pruned.
  const order = [...owned.keys()].toSorted(
    (left, right) => Number(right === merged.apiVersion) - Number(left === merged.apiVersion),
  );
  let kept = { merged, pruned };
  for (const apiVersion of order) {
    const set = owned.get(apiVersion) ?? newFieldSet();
    const step = (which: string): string => `failed to convert ${which} object at version ${apiVersion}`;
    const whole = await inVersion(kept.merged, apiVersion, versions, step("merged"));
    const cut = await inVersion(kept.pruned, apiVersion, versions, step("pruned"));
    if (whole === undefined || cut === undefined) continue;
    const isKept = unionOf(declaredFieldsOf(cut), withDeclaredFields(set, whole.type));
    kept = { merged: whole, pruned: without(whole, differenceOf(declaredFieldsOf(whole), isKept)) };
  }
  return kept.pruned;
}

/** Adds back fields below pruned ones that no manager owned. */
async function addBackDangling(
  merged: VersionedValue,
  pruned: VersionedValue,
  lastSet: FieldSet,
  versions: ObjectVersions | undefined,
): Promise<VersionedValue> {
  const step = "failed to convert pruned object to last applied version";
  const cut = await inVersion(pruned, merged.apiVersion, versions, step);
  if (cut === undefined) return merged;
  const gone = differenceOf(declaredFieldsOf(merged), declaredFieldsOf(cut));
  return without(merged, intersectionOf(gone, lastSet));
}

function declaredFieldsOf({ object, type }: VersionedValue): FieldSet {
  return withDeclaredFields(setOfFields(object, type), type);
}

function without(value: VersionedValue, fields: FieldSet): VersionedValue {
  return { ...value, object: removeFields(value.object, fields, value.type) as ApiObject };
}
