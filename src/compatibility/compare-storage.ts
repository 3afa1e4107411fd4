/** Finds the fields that another storage version loses, if no webhook converts the objects. */
import { missingFields } from "../schema/missing-fields.js";
import { type Change, showPath, type Step, type Verdicts } from "./change.js";
import type { Crd, CrdVersion } from "./crd.js";
import { schemaAt } from "./schema-at.js";
import { isConverted, type Served, servedBy, withoutStored } from "./served.js";
import { breaking, verdictsWith } from "./verdict.js";

/** Returns a change for each field of a served version that only one of the two storage versions has. */
export function compareStorage(before: Crd, after: Crd): Change[] {
  const [old, now] = [storedIn(before), storedIn(after)];
  if (old === undefined || now === undefined || old.name === now.name) return [];
  const served = servedBy(before, after);
  return [
    ...lostFields(before, after, old, now).map(({ version, path }) =>
      toChange(after, version, path, { kind: "field-unstored", storage: now.name }, served),
    ),
    ...lostFields(after, before, now, old).map(({ version, path }) =>
      toChange(after, version, path, { kind: "field-stored", storage: now.name }, served),
    ),
  ];
}

function storedIn({ versions }: Crd): CrdVersion | undefined {
  return versions.find(({ isStored }) => isStored);
}

interface LostField {
  readonly version: string;
  readonly path: readonly Step[];
}

/** Returns the fields that one CRD stores, and that the other one accepts in the same version, and does not store. */
function lostFields(from: Crd, to: Crd, stored: CrdVersion, next: CrdVersion): LostField[] {
  if (isConverted(to)) return [];
  return from.versions
    .filter(({ name, isServed }) => isServed && to.versions.some((each) => each.name === name && each.isServed))
    .flatMap(({ name, schema }) => {
      const accepted = to.versions.find((each) => each.name === name)?.schema;
      return missingFields(schema, next.schema)
        .filter((path) => schemaAt(stored.schema, path) !== undefined && schemaAt(accepted ?? {}, path) !== undefined)
        .map((path) => ({ version: name, path }));
    });
}

type StorageDetail = Extract<Change["detail"], { readonly kind: "field-unstored" | "field-stored" }>;

function toChange(
  { name: crd }: Crd,
  version: string,
  path: readonly Step[],
  detail: StorageDetail,
  served: Served,
): Change {
  const verdicts = withoutStored(verdictsOn(detail, showPath(path), served), served);
  return { place: { crd, version, path }, detail, verdicts };
}

function verdictsOn({ kind, storage }: StorageDetail, field: string, { isDefinition, isWritten }: Served): Verdicts {
  if (kind === "field-stored") {
    return verdictsWith(
      {
        rollback: breaking(
          `The old storage version does not have ${field}: the API server drops the field with the next write.`,
        ),
      },
      `The version ${storage}, in which the API server stores objects, has ${field}.`,
    );
  }
  return verdictsWith(
    {
      objects: breaking(
        `The API server drops ${field} from a stored object with the next write: ${storage} does not have the field, and no ${isDefinition ? "code" : "webhook"} converts it.`,
      ),
      clients: breaking(
        isWritten
          ? `The API server accepts requests with ${field}, and does not store the field.`
          : `Clients do not find ${field}: the server computes the objects in the version ${storage}, which does not have the field.`,
      ),
    },
    "The old storage version has the field.",
  );
}
