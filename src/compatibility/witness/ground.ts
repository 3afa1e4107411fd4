/** Finds the schemas around a change. */
import type { Schema } from "../../schema/schema.js";
import type { Change, Place, Step } from "../change.js";
import type { Crd } from "../crd.js";
import { schemaAt } from "../schema-at.js";
import { isConverted } from "../served.js";

/** The two sides of a trial: `from` accepts the objects, `to` then judges them. */
export interface Sides {
  readonly from: Crd;
  readonly to: Crd;
}

/** The schemas around a change, in the version of the objects. */
export interface Ground {
  readonly version: string;
  readonly root: Schema;
  readonly path: readonly Step[];
  /** The field that the change adds, removes or gives another default. */
  readonly last: Step | undefined;
  readonly isRoot: boolean;
  /** The schemas at the path, on either side. */
  readonly before: Schema;
  readonly after: Schema;
  /** The schema of the list or map that the path leads into, if the path ends there. */
  readonly parent: Schema | undefined;
}

/** Returns undefined if clients cannot write objects to the place. */
export function groundOf({ from, to }: Sides, { place, detail }: Change): Ground | undefined {
  const [version, versionAfter] = versionsOf(from, place);
  const old = from.versions.find(({ name }) => name === version);
  if (old?.isServed !== true) return undefined;
  // Code that does not run here converts between the versions.
  if (place.versionAfter !== undefined && isConverted(from)) return undefined;
  const now = to.versions.find(({ name }) => name === versionAfter);
  const isAbsent = ["field-added", "field-removed", "default-changed", "field-unstored", "field-stored"].includes(
    detail.kind,
  );
  const path = isAbsent ? place.path.slice(0, -1) : place.path;
  const root = bare(old.schema);
  const [before, after = {}] = [schemaAt(root, path), schemaAt(bare(now?.schema ?? {}), path)];
  if (before === undefined) return undefined;
  return {
    ...{ version, root, path, before, after },
    last: isAbsent ? place.path.at(-1) : undefined,
    isRoot: path.length === 0,
    parent: schemaAt(root, path.slice(0, -1)),
  };
}

/** Returns the version of the objects that show a change, and the version in which the other CRD judges them. */
export function versionsOf({ versions }: Crd, place: Place): readonly [version: string, versionAfter: string] {
  const version = place.version ?? versions.find(({ isServed }) => isServed)?.name ?? "";
  return [version, place.versionAfter ?? version];
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
