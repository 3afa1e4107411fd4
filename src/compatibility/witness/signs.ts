/** Which outcomes can show a change: at the same place, an outcome can have another reason. */
import type { ChangeKind } from "../change.js";
import type { Writes } from "./witness.js";

/** Changes of names, versions and subresources: no object shows them. */
const withoutSign: ReadonlySet<ChangeKind> = new Set([
  "names-changed",
  "storage-changed",
  "conversion-changed",
  "version-added",
  "deprecation-changed",
  "column-changed",
  "status-added",
  "status-removed",
  "scale-changed",
  "selectable-added",
  "selectable-removed",
  "documentation-changed",
]);

/** Changes that decide only which values are valid, or how the API server merges them. */
const withoutOtherValue: ReadonlySet<ChangeKind> = new Set([
  "required-added",
  "required-removed",
  "enum-changed",
  "bound-changed",
  "multiple-changed",
  "pattern-changed",
  "format-changed",
  "branches-changed",
  "rule-added",
  "rule-removed",
  "rule-changed",
  "list-type-changed",
  "list-keys-changed",
  "map-type-changed",
]);

/** Returns whether any outcome can show a change of this kind. */
export function hasSign(kind: ChangeKind): boolean {
  return !withoutSign.has(kind);
}

/** Returns whether another value in place of the requested one can show a change of this kind. */
export function isShownByValue(kind: ChangeKind, writes: Writes): boolean {
  return writes.kind === "apply" || !withoutOtherValue.has(kind);
}
