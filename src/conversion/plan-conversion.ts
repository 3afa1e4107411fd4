/** Plans the conversion between two versions from their schemas. What the plan cannot map, the library stores in an annotation. */
import { type ExactJsonValue, isSameJson } from "../core/json.js";
import { fieldOf, type Schema } from "../schema/schema.js";
import type { FieldMapping, FieldMappings, Mapping } from "./mapping.js";
import { matchFields } from "./match-fields.js";
import { hasBranches, isIntOrString, isSameType, typeName, withoutNull } from "./same-type.js";

const open: Mapping = { kind: "open" };
const copy: Mapping = { kind: "copy", isNullDropped: false };

const identity = ["apiVersion", "kind", "metadata"];

/** Maps the fields of objects, except the fields that identify an object. Names the fields of the spec and of the status. */
export function mapObjects(source: Schema, target: Schema): FieldMappings {
  const [from, to] = [withoutIdentity(source), withoutIdentity(target)];
  const { fields, ...rest } = mapFields(from, to);
  const named = fields.map((field): FieldMapping => {
    const { name, origin } = field;
    const [inner, other] = [fieldOf(from, name), fieldOf(to, name)];
    if (origin.kind === "none" || origin.mapping.kind !== "copy" || inner === undefined || other === undefined) {
      return field;
    }
    if (!isObject(inner) || !isObject(other) || hasBranches(inner) || isOpen(inner)) return field;
    return { name, origin: { ...origin, mapping: { kind: "fields", fields: mapFields(inner, other) } } };
  });
  return { ...rest, fields: named };
}

function withoutIdentity(schema: Schema): Schema {
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => !identity.includes(name));
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** Maps each field of the target, and each field of the source. */
export function mapFields(source: Schema, target: Schema): FieldMappings {
  const pairs = matchFields(source, target);
  const fields = Object.entries(target.properties ?? {}).map(([name, schema]): FieldMapping => {
    const pair = pairs.find(({ right }) => right === name);
    const from = pair === undefined ? undefined : fieldOf(source, pair.left);
    const isRequired = target.required?.includes(name) === true;
    if (pair === undefined || from === undefined) {
      return { name, origin: { kind: "none", isNeeded: isRequired && schema.default === undefined } };
    }
    const mapping = !isReadable(pair.left) ? open : mapValue(from, schema, { source: pair.left, target: name });
    const { left, isProposed } = pair;
    const needsWords = mapping.kind === "open" || isPartial(mapping);
    const types = { source: typeName(from), target: typeName(schema) };
    return { name, origin: { kind: "field", name: left, mapping, isProposed, ...(needsWords ? { types } : {}) } };
  });
  const lost = Object.keys(source.properties ?? {}).filter((name) => !pairs.some(({ left }) => left === name));
  return { fields, lost, hasOthers: isOpen(source) && isOpen(target) };
}

/** Returns whether some values have no counterpart, so that only an annotation stores them. */
export function isPartial({ kind }: Mapping): boolean {
  return ["from-text", "first-item", "only", "only-type"].includes(kind);
}

/** The names of two fields, if the values are fields. */
interface Names {
  readonly source: string;
  readonly target: string;
}

export function mapValue(source: Schema, target: Schema, names?: Names): Mapping {
  if (isSameType(source, target)) return copy;
  if (hasBranches(source) || hasBranches(target)) {
    return hasForms(source) && hasForms(target) ? { kind: "fields", fields: mapFields(source, target) } : open;
  }
  if (isScalar(source) && isScalar(target)) return mapScalar(source, target);
  const isNullDropped = source.nullable === true && target.nullable !== true;
  if (isSameType(withoutNull(source), withoutNull(target))) return { kind: "copy", isNullDropped };
  if (isScalar(source) && source.nullable === true) return open;
  const wrapped = names === undefined ? undefined : mapWrapped(source, target, names);
  if (wrapped !== undefined) return wrapped;
  if (isObject(source) && isObject(target)) return { kind: "fields", fields: mapFields(source, target) };
  if (source.items !== undefined && target.items !== undefined) {
    return mapInner(source.items, target.items, (item) => ({ kind: "items", item }));
  }
  if (source.additionalProperties !== undefined && target.additionalProperties !== undefined) {
    const [inner, other] = [source.additionalProperties, target.additionalProperties];
    return mapInner(inner, other, (value) => ({ kind: "values", value }));
  }
  if (target.items !== undefined && isSameType(source, target.items)) {
    return { kind: "to-list", isObject: !isScalar(source) };
  }
  return source.items !== undefined && isSameType(source.items, target) ? { kind: "first-item" } : open;
}

/** An item of a list cannot become absent, as a field can. */
function mapInner(source: Schema, target: Schema, mappingOf: (inner: Mapping) => Mapping): Mapping {
  const isPlaceFree = source.nullable === true && target.nullable !== true;
  const inner = isPlaceFree ? open : mapValue(source, target);
  return inner.kind === "fields" || inner.kind === "copy" || inner.kind === "items" || inner.kind === "to-text"
    ? mappingOf(inner)
    : open;
}

/** Maps a value to a field of an object, or back: to the only field, or to the field of the same name. */
function mapWrapped(source: Schema, target: Schema, names: Names): Mapping | undefined {
  const to = fieldOfType(target, source, names.source, names);
  if (to !== undefined) {
    const others = Object.keys(target.properties ?? {}).filter((each) => each !== to);
    return { kind: "to-field", field: to, others, isObject: !isScalar(source) };
  }
  const from = fieldOfType(source, target, names.target, names);
  return from === undefined ? undefined : { kind: "from-field", field: from };
}

function fieldOfType(object: Schema, value: Schema, name: string, names: Names): string | undefined {
  if (!isObject(object) || isOpen(object) || (isObject(value) && names.source === names.target)) return undefined;
  const fields = Object.keys(object.properties ?? {});
  const field = fields.length === 1 ? fields[0] : fields.find((each) => each === name);
  const schema = field === undefined ? undefined : fieldOf(object, field);
  return field !== undefined && schema !== undefined && isReadable(field) && isSameType(schema, value)
    ? field
    : undefined;
}

/** Returns whether code can read the field: every object in JavaScript has a `constructor`. */
function isReadable(field: string): boolean {
  return !(field in {});
}

/** Returns whether the schema names fields. */
function isObject(schema: Schema): boolean {
  return schema.properties !== undefined;
}

/** Returns whether the object can have fields that the schema does not name. */
function isOpen(schema: Schema): boolean {
  return schema["x-kubernetes-preserve-unknown-fields"] === true;
}

/** The compiler compares an object with at most 25 members of a union. */
const mostForms = 20;

/** Returns whether one object can have the fields of all forms: the schema names each field once, for all forms. */
function hasForms(schema: Schema): boolean {
  if (!isObject(schema) || schema.allOf !== undefined) return false;
  const forms = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return forms.length === 0 || (!isOpen(schema) && forms.length <= mostForms);
}

function isScalar(schema: Schema): boolean {
  return isIntOrString(schema) || ["string", "integer", "number", "boolean"].includes(schema.type ?? "");
}

function mapScalar(source: Schema, target: Schema): Mapping {
  const from = isIntOrString(source) ? "any" : source.type;
  const to = isIntOrString(target) ? "any" : target.type;
  const isWider = from === to || (from === "integer" && to === "number") || (to === "any" && from !== "boolean");
  const isNullDropped = source.nullable === true && target.nullable !== true;
  if (target.enum !== undefined) return from === to ? mapEnum(source.enum, target.enum, isNullDropped) : open;
  if (isWider && !(from === "number" && to === "any")) return { kind: "copy", isNullDropped };
  if (to === "integer" && (from === "number" || from === "any")) return { kind: "only-type", type: "integer" };
  if (to === "string" && from === "any") return { kind: "only-type", type: "string" };
  if (to === "string") return { kind: "to-text" };
  if (from !== "string" || to === undefined || to === "any") return open;
  return to === "integer" || to === "number" || to === "boolean" ? { kind: "from-text", type: to } : open;
}

function mapEnum(
  source: readonly ExactJsonValue[] | undefined,
  target: readonly ExactJsonValue[],
  isNullDropped: boolean,
): Mapping {
  const isIn = (value: ExactJsonValue, values: readonly ExactJsonValue[]): boolean =>
    values.some((each) => isSameJson(each, value));
  if (source?.every((value) => isIn(value, target)) === true && !isNullDropped) return copy;
  const values = target.filter((value) => value !== null && (source === undefined || isIn(value, source)));
  return values.length === 0 ? open : { kind: "only", values };
}
