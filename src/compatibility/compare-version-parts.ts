/** Compares the parts of a version besides its schema. */
import { isDeepStrictEqual } from "node:util";
import type { VersionChange } from "./change.js";
import type { CrdVersion } from "./crd.js";

export function compareVersionParts(before: CrdVersion, after: CrdVersion): VersionChange[] {
  const missingIn = (list: readonly string[], from: readonly string[]): string[] =>
    from.filter((each) => !list.includes(each));
  return [
    ...(before.isServed === after.isServed ? [] : [{ kind: "served-changed", after: after.isServed } as const]),
    ...(before.deprecation === after.deprecation
      ? []
      : [{ kind: "deprecation-changed", ...both(before.deprecation, after.deprecation) } as const]),
    ...(before.hasStatus === after.hasStatus
      ? []
      : [{ kind: after.hasStatus ? "status-added" : "status-removed" } as const]),
    ...(isDeepStrictEqual(before.scale, after.scale)
      ? []
      : [{ kind: "scale-changed", ...both(before.scale, after.scale) } as const]),
    ...missingIn(before.selectable, after.selectable).map((field) => ({ kind: "selectable-added", field }) as const),
    ...missingIn(after.selectable, before.selectable).map((field) => ({ kind: "selectable-removed", field }) as const),
    ...compareColumns(before, after),
  ];
}

function compareColumns(before: CrdVersion, after: CrdVersion): VersionChange[] {
  const names = new Set([...before.columns, ...after.columns].map(({ name }) => name));
  return Array.from(names).flatMap((name) => {
    const [old, now] = [before, after].map(({ columns }) => columns.find((each) => each.name === name));
    return isDeepStrictEqual(old, now) ? [] : [{ kind: "column-changed", name, ...both(old, now) } as const];
  });
}

function both<Value>(before: Value | undefined, after: Value | undefined): { before?: Value; after?: Value } {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
