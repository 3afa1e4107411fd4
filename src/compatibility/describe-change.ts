/** Describes changes in a few words. */
import { printExactJson } from "../core/exact-json.js";
import type { ExactJsonValue } from "../core/json.js";
import { type Bound, type Change, type ChangeDetail, showPath } from "./change.js";
import type { ObjectStore } from "./crd.js";
import { typeName } from "./compare-keywords.js";

/** Returns the place of a change: `v1 spec.ports[*].name`. */
export function describePlace({ place: { version, versionAfter, path } }: Change): string {
  const versions = versionAfter === undefined ? version : `${version ?? ""} and ${versionAfter}`;
  return [versions, showPath(path)].filter((part) => part !== undefined && part !== "").join(" ");
}

/** Returns what changed at the place: `maxLength 63 → 40`. */
export function describeChange(detail: ChangeDetail): string {
  switch (detail.kind) {
    case "field-added":
      return `added (${typeName(detail.after)})`;
    case "field-removed":
      return detail.isPreserved ? "removed from the schema; kept as an unknown field" : "removed";
    case "type-changed":
      return `type ${detail.before} → ${detail.after}`;
    case "required-added":
      return `${detail.field} is now required`;
    case "required-removed":
      return `${detail.field} is now optional`;
    case "enum-changed":
      return describeEnum(detail);
    case "bound-changed":
      return `${detail.keyword} ${arrow(show(detail.before), show(detail.after))}`;
    case "multiple-changed":
      return `multipleOf ${arrow(detail.before, detail.after)}`;
    case "pattern-changed":
      return `pattern ${arrow(detail.before, detail.after)}`;
    case "format-changed":
      return `format ${arrow(detail.before, detail.after)}`;
    case "nullable-added":
      return "null is now allowed";
    case "nullable-removed":
      return "null is no longer allowed";
    case "default-changed":
      return describeDefault(json(detail.before), json(detail.after));
    case "rule-added":
      return `rule added: ${oneLine(detail.after.rule)}`;
    case "rule-removed":
      return `rule removed: ${oneLine(detail.before.rule)}`;
    case "rule-changed":
      return `rule changed: ${oneLine(detail.after.rule)}`;
    case "branches-changed":
      return `${detail.keyword} changed`;
    case "pruning-added":
      return "undeclared fields are now dropped";
    case "pruning-removed":
      return "undeclared fields are now kept";
    case "list-type-changed":
      return `list type ${detail.before} → ${detail.after}`;
    case "list-keys-changed":
      return `list keys ${detail.before.join(", ")} → ${detail.after.join(", ")}`;
    case "map-type-changed":
      return `map type ${detail.before} → ${detail.after}`;
    case "embedded-added":
      return "must now be a whole object";
    case "embedded-removed":
      return "need not be a whole object";
    case "documentation-changed":
      return "documentation changed";
    default:
      return describeCrdChange(detail);
  }
}

type CrdDetail = Exclude<ChangeDetail, { readonly kind: "field-added" }>;

function describeCrdChange(detail: CrdDetail): string {
  switch (detail.kind) {
    case "crd-added":
      return "new kind";
    case "crd-removed":
      return "kind removed";
    case "scope-changed":
      return `scope ${detail.before} → ${detail.after}`;
    case "name-changed":
      return `${detail.part} ${detail.before} → ${detail.after}`;
    case "names-changed":
      return `${detail.part} ${[...detail.added.map((name) => `+${name}`), ...detail.removed.map((name) => `-${name}`)].join(" ")}`;
    case "storage-changed":
      return `storage version ${detail.before} → ${detail.after}`;
    case "field-unstored":
      return `not stored in the storage version ${detail.storage}`;
    case "field-stored":
      return `stored in the storage version ${detail.storage}`;
    case "conversion-changed":
      return `conversion ${detail.before} → ${detail.after}`;
    case "store-changed":
      return `${showStore(detail.before)} → ${showStore(detail.after)}`;
    case "crd-pruning-changed":
      return detail.after ? "undeclared fields are now dropped" : "undeclared fields are now kept";
    case "version-added":
      return "version added";
    case "version-removed":
      return "version removed";
    case "served-changed":
      return detail.after ? "served again" : "no longer served";
    case "deprecation-changed":
      return detail.after === undefined ? "no longer deprecated" : "deprecated";
    case "column-changed":
      return `column ${detail.name} ${added(detail)}`;
    case "status-added":
      return "status subresource added";
    case "status-removed":
      return "status subresource removed";
    case "scale-changed":
      return `scale subresource ${added(detail)}`;
    case "selectable-added":
      return `selectable field ${detail.field} added`;
    case "selectable-removed":
      return `selectable field ${detail.field} removed`;
    default:
      return detail.kind;
  }
}

function showStore(store: ObjectStore): string {
  if (store === "etcd") return "CRD";
  return `kind of the extension API server${store === "unknown" ? "" : ` (${store})`}`;
}

function describeDefault(before: string | undefined, after: string | undefined): string {
  if (before === undefined) return `default ${oneLine(after ?? "")} added`;
  return after === undefined ? `default ${oneLine(before)} removed` : `default ${arrow(before, after)}`;
}

function added({ before, after }: { readonly before?: unknown; readonly after?: unknown }): string {
  return before === undefined ? "added" : after === undefined ? "removed" : "changed";
}

function describeEnum({
  before,
  after,
  added,
  removed,
}: Extract<ChangeDetail, { readonly kind: "enum-changed" }>): string {
  if (before === undefined) return `enum added: ${(after ?? []).map((value) => printExactJson(value)).join(", ")}`;
  if (after === undefined) return "enum removed";
  const signed = (sign: string, values: readonly ExactJsonValue[]): string[] =>
    values.map((value) => `${sign}${printExactJson(value)}`);
  return `enum ${[...signed("+", added), ...signed("-", removed)].join(" ")}`;
}

function show(bound: Bound | undefined): string | undefined {
  return bound === undefined ? undefined : `${String(bound.value)}${bound.isExclusive ? " (exclusive)" : ""}`;
}

function json(value: ExactJsonValue | undefined): string | undefined {
  return value === undefined ? undefined : printExactJson(value);
}

type Shown = string | number | bigint | undefined;

function arrow(before: Shown, after: Shown): string {
  return `${before === undefined ? "none" : oneLine(String(before))} → ${after === undefined ? "none" : oneLine(String(after))}`;
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}
