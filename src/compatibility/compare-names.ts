/** Compares the parts that all versions of a CRD share. */
import type { CrdChange } from "./change.js";
import type { Crd } from "./crd.js";
import { isMoved } from "./served.js";

export function compareNames(before: Crd, after: Crd): CrdChange[] {
  const stored = [before, after].map(({ versions }) => versions.find(({ isStored }) => isStored)?.name ?? "");
  const [old = "", now = ""] = stored;
  return [
    ...(isMoved(before, after) ? [{ kind: "store-changed", before: before.store, after: after.store } as const] : []),
    ...(["group", "kind", "plural", "singular", "listKind"] as const).flatMap((part) =>
      before[part] === after[part]
        ? []
        : [{ kind: "name-changed", part, before: before[part], after: after[part] } as const],
    ),
    ...(["shortNames", "categories"] as const).flatMap((part) => {
      const added = after[part].filter((each) => !before[part].includes(each));
      const removed = before[part].filter((each) => !after[part].includes(each));
      return added.length + removed.length === 0 ? [] : [{ kind: "names-changed", part, added, removed } as const];
    }),
    ...(before.scope === after.scope
      ? []
      : [{ kind: "scope-changed", before: before.scope, after: after.scope } as const]),
    ...(old === now ? [] : [{ kind: "storage-changed", before: old, after: now } as const]),
    ...(before.conversion === after.conversion
      ? []
      : [{ kind: "conversion-changed", before: before.conversion, after: after.conversion } as const]),
    ...(before.preserveUnknownFields === after.preserveUnknownFields
      ? []
      : [{ kind: "crd-pruning-changed", after: !after.preserveUnknownFields } as const]),
  ];
}
