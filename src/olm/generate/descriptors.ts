/** The descriptors of the fields of a kind: their names and texts in catalogs and consoles. */
import { defined } from "../../core/defined.js";
import { compareText } from "../../core/compare-text.js";
import type { RecordArgument, Tag } from "../../model/annotations.js";
import type { KindModel } from "../../model/model.js";
import type { Field, ObjectType, TypeModel, TypeUse } from "../../model/type-model.js";
import type { Descriptor } from "../csv.js";
import { titleOf } from "./names.js";
import { type Section, xDescriptorsOf, xDescriptorsOfReference } from "./x-descriptors.js";

interface Found {
  readonly order: number;
  readonly descriptor: Descriptor;
}

/** Fields that every status can have, whose own fields need no descriptors. */
const closed: ReadonlySet<string> = new Set(["conditions"]);

/** Returns a descriptor for each field below `spec` or `status`, sorted by order, depth and path. */
export function descriptorsOf({ type }: KindModel, section: Section): Descriptor[] {
  const root = fieldsOf(type.type).find(({ name }) => name === section);
  if (root === undefined) return [];
  const found = [...below(root.use, "", section)];
  return found
    .toSorted((a, b) => a.order - b.order || depth(a) - depth(b) || compareText(a.descriptor.path, b.descriptor.path))
    .map(({ descriptor }) => descriptor);
}

function depth({ descriptor }: Found): number {
  return descriptor.path.split(".").length;
}

function* below(use: TypeUse, prefix: string, section: Section): Generator<Found> {
  for (const field of fieldsOf(use.type)) {
    if (isOmitted(field)) continue;
    const path = `${prefix}${field.name}`;
    yield describe(field, path, section);
    const reference = xDescriptorsOfReference(field.name, field.use.type);
    if (reference.length > 0) {
      const title = `${titleOf(field.name)} Name`;
      yield { order: last, descriptor: { path: `${path}.name`, displayName: title, "x-descriptors": reference } };
    }
    if (section === "status" && closed.has(field.name)) continue;
    yield* below(itemsOf(field.use), `${path}${field.use.type.kind === "list" ? "[0]" : ""}.`, section);
  }
}

/** Returns the innermost items of a list, or the type itself. */
function itemsOf(use: TypeUse): TypeUse {
  return use.type.kind === "list" ? itemsOf(use.type.items) : use;
}

/** Returns the fields of an object, or of all members of a union. */
function fieldsOf(type: TypeModel): readonly Field[] {
  const members: readonly ObjectType[] = type.kind === "union" ? type.members : type.kind === "object" ? [type] : [];
  return [...new Map(members.flatMap(({ fields }) => fields).map((field) => [field.name, field])).values()];
}

function isOmitted({ annotations }: Field): boolean {
  return annotations.tags.some(({ record, path }) => path.length === 0 && record.effect.kind === "omit");
}

/** The order of fields without an order: after all others. */
const last = 2 ** 31;

function describe(field: Field, path: string, section: Section): Found {
  const layers = [...field.use.annotations, field.annotations];
  const description = layers.findLast((layer) => layer.description !== "")?.description;
  const given = csvArguments(layers.flatMap(({ tags }) => tags)).filter(
    ({ type }) => type === undefined || type === section,
  );
  const own = Object.assign({}, ...given) as RecordArgument;
  const typed = xDescriptorsOf(field, section);
  const { displayName, xDescriptors, order } = own;
  const shown = Array.isArray(xDescriptors) ? xDescriptors.map(String) : typed;
  return {
    order: typeof order === "number" ? order : last,
    descriptor: {
      path,
      displayName: typeof displayName === "string" ? displayName : titleOf(field.name),
      ...defined({ description, "x-descriptors": shown.length === 0 ? undefined : shown }),
    },
  };
}

/** Returns the arguments of the `@csv` tags among these tags. */
export function csvArguments(tags: readonly Tag[]): RecordArgument[] {
  return tags.flatMap(({ record, argument }) =>
    record.effect.kind === "csv" && argument.kind === "record" ? [argument.value] : [],
  );
}
