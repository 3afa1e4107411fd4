/** Compares the logical operators of two schemas. */
import { isDeepStrictEqual } from "node:util";
import type { Schema } from "../schema/schema.js";
import type { BranchKeyword, Effect } from "./change.js";
import type { KeywordChange } from "./compare-keywords.js";

export function compareBranches(before: Schema, after: Schema): KeywordChange[] {
  return (["allOf", "anyOf", "oneOf", "not"] as const).flatMap((keyword) => {
    const [old, now] = [branchesOf(before, keyword), branchesOf(after, keyword)];
    if (isDeepStrictEqual(old, now)) return [];
    const effect = effectOf(keyword, old, now);
    return [{ keyword, detail: { kind: "branches-changed", keyword, before: old, after: now, effect } as const }];
  });
}

function branchesOf(schema: Schema, keyword: BranchKeyword): readonly Schema[] {
  if (keyword === "not") return schema.not === undefined ? [] : [schema.not];
  const branches = schema[keyword] ?? [];
  return keyword === "anyOf" && isImplied(schema, branches) ? [] : branches;
}

/** An int-or-string repeats its two types in `anyOf`. */
function isImplied(schema: Schema, branches: readonly Schema[]): boolean {
  return (
    schema["x-kubernetes-int-or-string"] === true &&
    isDeepStrictEqual(branches, [{ type: "integer" }, { type: "string" }])
  );
}

function effectOf(keyword: BranchKeyword, before: readonly Schema[], after: readonly Schema[]): Effect {
  if (before.length === 0) return "narrower";
  if (after.length === 0) return "wider";
  if (keyword === "not" || keyword === "oneOf") return "other";
  const misses = (list: readonly Schema[], from: readonly Schema[]): boolean =>
    from.some((branch) => !list.some((each) => isDeepStrictEqual(each, branch)));
  const [adds, removes] = [misses(before, after), misses(after, before)];
  if (adds && removes) return "other";
  if (!adds && !removes) return "same"; // in another order
  return adds === (keyword === "allOf") ? "narrower" : "wider";
}
