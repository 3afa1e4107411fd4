/** The verdict for clients that only read: no client writes the objects that a server computes. */
import { printExactJson } from "../core/exact-json.js";
import { type SchemaChange, showPath, type Verdict } from "./change.js";
import type { SchemaDifference } from "./compare-schemas.js";
import { isTransition } from "./judge-rule-change.js";
import { breaking, breakingForSome, compatible } from "./verdict.js";

/** @param judge - returns the verdict for clients that read and write */
export function judgeForReaders(
  difference: SchemaDifference,
  judge: (difference: SchemaDifference) => Verdict,
): Verdict {
  const { path, detail } = difference;
  const field = path.length === 0 ? "the object" : showPath(path);
  switch (detail.kind) {
    case "field-removed": {
      const verdict = judge(difference);
      return verdict.level === "breaking" ? breaking(`Clients that read ${field} do not find it.`) : verdict;
    }
    case "default-changed":
      return judgeDefault(detail, field);
    case "pruning-added":
      return breakingForSome(`Clients no longer read the fields of ${field} that the new schema does not declare.`);
    case "list-type-changed":
    case "list-keys-changed":
      return detail.kind === "list-type-changed" && detail.before === "atomic"
        ? nothingNew
        : breakingForSome(`Clients may read two items of ${field} that the old schema calls the same.`);
    default: {
      const gained = additionOf(detail);
      return gained === undefined ? nothingNew : judge({ ...difference, detail: gained });
    }
  }
}

const nothingNew = compatible("Clients read no value that the old API never returns.");

/** Returns the part of a change that adds values; undefined if it adds none. */
function additionOf(detail: SchemaChange): SchemaChange | undefined {
  switch (detail.kind) {
    case "type-changed":
    case "bound-changed":
    case "multiple-changed":
    case "format-changed":
    case "branches-changed":
      return detail.effect === "narrower" || detail.effect === "same" ? undefined : { ...detail, effect: "wider" };
    case "pattern-changed":
      return detail.effect === "narrower" || detail.effect === "same" ? undefined : { ...detail, effect: "wider" };
    case "enum-changed": {
      const adds = detail.before !== undefined && (detail.after === undefined || detail.added.length > 0);
      return adds ? { ...detail, removed: [] } : undefined;
    }
    case "rule-removed":
      return isTransition(detail.before) ? undefined : detail;
    case "required-removed":
    case "nullable-added":
    case "embedded-removed":
    case "documentation-changed":
      return detail;
    default:
      return undefined;
  }
}

function judgeDefault(
  { before, after }: Extract<SchemaChange, { readonly kind: "default-changed" }>,
  field: string,
): Verdict {
  const where = "to objects without the field";
  if (after === undefined) {
    const old = before === undefined ? "" : printExactJson(before);
    return breakingForSome(`The API server no longer adds ${field} with the value ${old} ${where}.`);
  }
  const earlier = before === undefined ? "" : ` Before, the value was ${printExactJson(before)}.`;
  return breakingForSome(`The API server adds ${field} with the value ${printExactJson(after)} ${where}.${earlier}`);
}
