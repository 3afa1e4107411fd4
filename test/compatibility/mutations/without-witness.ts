import type { ChangeKind } from "../../../src/compatibility/change.js";

/** The kinds of changes that no single object shows: they change names, paths or the requests that clients may send. */
export const withoutWitness: ReadonlySet<ChangeKind> = new Set([
  "scope-changed",
  "name-changed",
  "names-changed",
  "storage-changed",
  "conversion-changed",
  "version-added",
  "status-added",
  "status-removed",
  "scale-changed",
  "selectable-removed",
]);
