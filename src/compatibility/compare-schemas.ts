/** Compares the schemas of two versions, from the root of an object down. */
import { isDeepStrictEqual } from "node:util";
import { fieldOf, type Schema, type ValidationRule } from "../schema/schema.js";
import type { ListType, SchemaChange, Step } from "./change.js";
import { compareValues, typeName } from "./compare-keywords.js";
import { isSameExpression } from "./same-expression.js";

/** A difference between two schemas, with the schemas that it is in. */
export interface SchemaDifference {
  readonly path: readonly Step[];
  readonly keyword?: keyof Schema;
  readonly detail: SchemaChange;
  /** The schemas at the path. Undefined: the schema does not have it. */
  readonly before: Schema | undefined;
  readonly after: Schema | undefined;
  /** Whether server-side apply replaces a list or map around it as a whole, before and after. */
  readonly isInAtomic?: boolean;
}

export function compareSchemas(before: Schema, after: Schema): SchemaDifference[] {
  const found: SchemaDifference[] = [];
  compareNodes(before, after, { path: [], isInAtomic: false }, found);
  return found;
}

/** Where a comparison is. */
interface At {
  readonly path: readonly Step[];
  readonly isInAtomic: boolean;
}

function compareNodes(before: Schema, after: Schema, at: At, found: SchemaDifference[]): void {
  const { path, isInAtomic } = at;
  const add = (keyword: keyof Schema, detail: SchemaChange): void => {
    found.push({ path, keyword, detail, before, after, isInAtomic });
  };
  for (const { keyword, detail } of compareValues(before, after)) add(keyword, detail);
  compareDefaults(before, after, add);
  compareRequired(before, after, add);
  compareRules(before, after, add);
  compareStructure(before, after, add);
  compareDocumentation(before, after, add);
  // The fields of another type are another type's: the change of the type says it all.
  const isOther = found.some(
    (each) => each.path === path && each.detail.kind === "type-changed" && each.detail.effect === "other",
  );
  if (!isOther) compareInner(before, after, at, found);
}

/** A list without a type is atomic. */
function isAtomic(schema: Schema): boolean {
  if (schema.type === "array") return (schema["x-kubernetes-list-type"] ?? "atomic") === "atomic";
  return schema["x-kubernetes-map-type"] === "atomic";
}

type Add = (keyword: keyof Schema, detail: SchemaChange) => void;

function compareDefaults(before: Schema, after: Schema, add: Add): void {
  const [old, now] = [before.default, after.default];
  if (isDeepStrictEqual(old, now)) return;
  add("default", {
    kind: "default-changed",
    ...(old === undefined ? {} : { before: old }),
    ...(now === undefined ? {} : { after: now }),
  });
}

function compareRequired(before: Schema, after: Schema, add: Add): void {
  const [old, now] = [before.required ?? [], after.required ?? []];
  for (const field of now.filter((each) => !old.includes(each))) {
    const value = fieldOf(after, field)?.default;
    const isNew = fieldOf(before, field) === undefined && before.additionalProperties === undefined;
    add("required", { kind: "required-added", field, isNew, ...(value === undefined ? {} : { default: value }) });
  }
  for (const field of old.filter((each) => !now.includes(each))) {
    // A removed field is a difference of its own.
    if (fieldOf(before, field) === undefined || fieldOf(after, field) !== undefined)
      add("required", { kind: "required-removed", field });
  }
}

function compareRules(before: Schema, after: Schema, add: Add): void {
  const key = "x-kubernetes-validations";
  const [old, now] = [before[key] ?? [], after[key] ?? []];
  const partnerOf = (rule: ValidationRule, among: readonly ValidationRule[]): ValidationRule | undefined =>
    among.find((each) => each.rule === rule.rule) ?? among.find((each) => isSameExpression(each.rule, rule.rule));
  for (const rule of now) {
    const partner = partnerOf(rule, old);
    if (partner === undefined) add(key, { kind: "rule-added", after: rule });
    else if (!isDeepStrictEqual(partner, rule)) add(key, { kind: "rule-changed", before: partner, after: rule });
  }
  for (const rule of old) if (partnerOf(rule, now) === undefined) add(key, { kind: "rule-removed", before: rule });
}

function compareStructure(before: Schema, after: Schema, add: Add): void {
  if (isOpen(before) !== isOpen(after))
    add("x-kubernetes-preserve-unknown-fields", { kind: isOpen(after) ? "pruning-removed" : "pruning-added" });
  const [wasEmbedded, isEmbedded] = [before, after].map((each) => each["x-kubernetes-embedded-resource"] === true);
  if (wasEmbedded !== isEmbedded)
    add("x-kubernetes-embedded-resource", { kind: isEmbedded === true ? "embedded-added" : "embedded-removed" });
  if (before.type === "array" && after.type === "array") compareLists(before, after, add);
  const [oldMap, newMap] = [before, after].map((each) => each["x-kubernetes-map-type"] ?? "granular");
  if (before.type === "object" && after.type === "object" && oldMap !== newMap)
    add("x-kubernetes-map-type", {
      kind: "map-type-changed",
      before: oldMap ?? "granular",
      after: newMap ?? "granular",
    });
}

/** Returns whether the API server keeps fields that the schema does not declare. */
function isOpen(schema: Schema): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true || schema.otherFields === true;
}

function compareLists(before: Schema, after: Schema, add: Add): void {
  const typeOf = (schema: Schema): ListType => schema["x-kubernetes-list-type"] ?? "atomic";
  const [oldType, newType] = [typeOf(before), typeOf(after)];
  if (oldType !== newType)
    add("x-kubernetes-list-type", { kind: "list-type-changed", before: oldType, after: newType });
  const [oldKeys = [], newKeys = []] = [before, after].map((each) => each["x-kubernetes-list-map-keys"] ?? []);
  if (oldType === "map" && newType === "map" && !isDeepStrictEqual(oldKeys.toSorted(), newKeys.toSorted()))
    add("x-kubernetes-list-map-keys", { kind: "list-keys-changed", before: oldKeys, after: newKeys });
}

/** Parts of a schema that only people read. */
const documentation = ["description", "title", "example", "externalDocs"] as const;

function compareDocumentation(before: Schema, after: Schema, add: Add): void {
  for (const keyword of documentation) {
    if (isDeepStrictEqual(before[keyword], after[keyword])) continue;
    const [old, now] = keyword === "description" ? [before.description, after.description] : [];
    add(keyword, {
      kind: "documentation-changed",
      ...(old === undefined ? {} : { before: old }),
      ...(now === undefined ? {} : { after: now }),
    });
  }
}

function compareInner(before: Schema, after: Schema, { path, isInAtomic }: At, found: SchemaDifference[]): void {
  const isWhole = isInAtomic || (isAtomic(before) && isAtomic(after));
  for (const { step, old, now } of innerPairs(before, after)) {
    const at = [...path, step];
    if (old !== undefined && now !== undefined) compareNodes(old, now, { path: at, isInAtomic: isWhole }, found);
    else if (now !== undefined) found.push({ path: at, detail: { kind: "field-added", after: now }, before, after });
    else if (old !== undefined) {
      const isPreserved = isOpen(after) || after.additionalProperties !== undefined || typeName(after) === "any";
      found.push({ path: at, detail: { kind: "field-removed", before: old, isPreserved }, before, after });
    }
  }
}

interface InnerPair {
  readonly step: Step;
  readonly old: Schema | undefined;
  readonly now: Schema | undefined;
}

function innerPairs(before: Schema, after: Schema): InnerPair[] {
  const names = new Set([...Object.keys(before.properties ?? {}), ...Object.keys(after.properties ?? {})]);
  return [
    ...Array.from(names, (name) => ({
      step: { kind: "field", name } as const,
      old: fieldOf(before, name),
      now: fieldOf(after, name),
    })),
    { step: { kind: "item" }, old: before.items, now: after.items },
    { step: { kind: "value" }, old: before.additionalProperties, now: after.additionalProperties },
  ];
}
