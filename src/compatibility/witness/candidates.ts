/** Creates objects that the CRD of one side accepts, and that may show what a change breaks. */
import { toApiVersion } from "../../core/gvk.js";
import { type ExactJsonObject, type ExactJsonValue, isJsonObject } from "../../core/json.js";
import type { Schema } from "../../schema/schema.js";
import type { Change, Place, Step } from "../change.js";
import type { Crd } from "../crd.js";
import { innerAt, schemaAt } from "../schema-at.js";
import type { ValueMaker } from "./values.js";

/** The two sides of a trial: `from` accepts the objects, `to` then judges them. */
export interface Sides {
  readonly from: Crd;
  readonly to: Crd;
}

/** The most objects to try for one change. */
const most = 12;

/** Returns objects of the version at the place of the change, without names. */
export function candidates(maker: ValueMaker, { from, to }: Sides, { place, detail }: Change): ExactJsonObject[] {
  const [version, versionAfter] = versionsOf(from, place);
  const old = from.versions.find(({ name }) => name === version);
  if (old?.isServed !== true) return [];
  const now = to.versions.find(({ name }) => name === versionAfter);
  const isAbsent =
    detail.kind === "field-added" || detail.kind === "field-removed" || detail.kind === "default-changed";
  const path = isAbsent ? place.path.slice(0, -1) : place.path;
  const last = isAbsent ? place.path.at(-1) : undefined;
  const root = bare(old.schema);
  const [before, after = {}] = [schemaAt(root, path), schemaAt(bare(now?.schema ?? {}), path)];
  if (before === undefined) return [];
  const isRoot = path.length === 0;
  const values = isRoot
    ? maker.between(rootOf(before, path), rootOf(after, path), "")
    : maker.between(before, after, nameOf(path));
  const wanted = detail.kind === "default-changed" ? values.filter((value) => lacks(value, last)) : has(values, last);
  const objects: ExactJsonObject[] = [];
  for (const value of wanted.slice(0, tries)) {
    const whole = isRoot ? value : maker.least(rootOf(pinned(root, path, value), path), "", true);
    if (isJsonObject(whole)) objects.push({ apiVersion: toApiVersion(from.group, version), kind: from.kind, ...whole });
    if (objects.length === most) break;
  }
  return objects;
}

const tries = 40;

/** Returns the version of the objects that show a change, and the version in which the other CRD judges them. */
export function versionsOf({ versions }: Crd, place: Place): readonly [version: string, versionAfter: string] {
  const version = place.version ?? versions.find(({ isServed }) => isServed)?.name ?? "";
  return [version, place.versionAfter ?? version];
}

/** Puts the objects with the field first, or else those with an item or entry. */
function has(values: readonly ExactJsonValue[], step: Step | undefined): ExactJsonValue[] {
  if (step === undefined) return [...values];
  return values.toSorted((a, b) => Number(lacks(a, step)) - Number(lacks(b, step)));
}

function lacks(value: ExactJsonValue, step: Step | undefined): boolean {
  return step?.kind === "field" && !(isJsonObject(value) && Object.hasOwn(value, step.name));
}

function nameOf(path: readonly Step[]): string {
  const names = path.flatMap((step) => (step.kind === "field" ? [step.name] : []));
  return names.at(-1) ?? "";
}

/** Returns the schema without defaults and examples: a field with a default is optional for clients. */
function bare(schema: Schema): Schema {
  const { properties, items, additionalProperties, required } = schema;
  const rest = { ...schema };
  delete rest.default;
  delete rest.example;
  return {
    ...rest,
    ...(required === undefined
      ? {}
      : { required: required.filter((name) => properties?.[name]?.default === undefined) }),
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, bare(each)])) }),
    ...(items === undefined ? {} : { items: bare(items) }),
    ...(additionalProperties === undefined ? {} : { additionalProperties: bare(additionalProperties) }),
  };
}

/** Returns a schema that allows only this value at the path, and requires the path. */
function pinned(schema: Schema, path: readonly Step[], value: ExactJsonValue): Schema {
  const [step, ...rest] = path;
  if (step === undefined) return { enum: [value], ...(value === null ? { nullable: true } : {}) };
  const at = pinned(innerAt(schema, step) ?? {}, rest, value);
  if (step.kind === "item") return { ...schema, items: at, minItems: Math.max(1, schema.minItems ?? 0) };
  if (step.kind === "value")
    return { ...schema, additionalProperties: at, minProperties: Math.max(1, schema.minProperties ?? 0) };
  const properties = { ...schema.properties, [step.name]: at };
  return { ...schema, properties, required: [...new Set([...(schema.required ?? []), step.name])] };
}

/** Returns the part of a kind's schema that clients write. The status is a part of it only if the path leads there. */
function rootOf(schema: Schema, [step]: readonly Step[]): Schema {
  const isStatus = step?.kind === "field" && step.name === "status";
  const isOwn = (name: string): boolean =>
    !["apiVersion", "kind", "metadata", ...(isStatus ? [] : ["status"])].includes(name);
  return {
    ...schema,
    properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => isOwn(name))),
    required: (schema.required ?? []).filter(isOwn),
  };
}
