/** Compares two CRDs: every difference, and whom it breaks. */
import { compareVersions } from "../core/version-order.js";
import type { Change, ChangeDetail, Verdicts } from "./change.js";
import { compareNames } from "./compare-names.js";
import { compareStorage } from "./compare-storage.js";
import { compareSchemas, type SchemaDifference } from "./compare-schemas.js";
import { compareVersionParts } from "./compare-version-parts.js";
import type { Crd, CrdVersion } from "./crd.js";
import { judgeCrdChange } from "./judge-crd-change.js";
import { judgeSchemaChange } from "./judge-schema-change.js";
import { isConverted, isDefinition, servedBy } from "./served.js";
import { harmless } from "./verdict.js";

/** Returns the differences between a CRD and its successor, each with its verdicts. */
export function compareCrds(before: Crd, after: Crd): Change[] {
  const crd = after.name;
  return [
    ...compareNames(before, after).map((detail) => toChange(before, after, detail)),
    ...before.versions.flatMap((old) => {
      const now = versionOf(after, old.name);
      return now === undefined ? [removed(before, after, old)] : compareVersion(crd, old, now, { before, after });
    }),
    ...after.versions
      .filter(({ name }) => versionOf(before, name) === undefined)
      .map((now) => added(before, after, now)),
    ...compareStorage(before, after),
    ...comparePairs(before, after),
  ];
}

export interface Crds {
  readonly before: Crd;
  readonly after: Crd;
}

function versionOf({ versions }: Crd, name: string): CrdVersion | undefined {
  return versions.find((each) => each.name === name);
}

function toChange(before: Crd, after: Crd, detail: ChangeDetail, version?: string): Change {
  const place = { crd: after.name, ...(version === undefined ? {} : { version }), path: [] };
  return { place, detail, verdicts: judgeCrdChange({ before, after }, detail, version) };
}

function removed(before: Crd, after: Crd, { name, isServed, isStored }: CrdVersion): Change {
  const wasStored = isStored || before.storedVersions.includes(name);
  return toChange(before, after, { kind: "version-removed", wasServed: isServed, wasStored }, name);
}

function added(before: Crd, after: Crd, { name, isServed, isStored }: CrdVersion): Change {
  return toChange(before, after, { kind: "version-added", isServed, isStored }, name);
}

function compareVersion(crd: string, old: CrdVersion, now: CrdVersion, crds: Crds): Change[] {
  const version = old.name;
  const served = servedBy(crds.before, crds.after);
  const isReached = old.isServed || now.isServed || old.isStored || now.isStored;
  return [
    ...compareVersionParts(old, now).map((detail) => toChange(crds.before, crds.after, detail, version)),
    ...compareSchemas(old.schema, now.schema).map((difference): Change => {
      const verdicts = isReached
        ? judgeSchemaChange(difference, served)
        : harmless("The API server neither serves nor stores this version.");
      return { place: { crd, version, ...placeOf(difference) }, detail: difference.detail, verdicts };
    }),
  ];
}

function placeOf({ path, keyword }: SchemaDifference): Pick<Change["place"], "path" | "keyword"> {
  return { path, ...(keyword === undefined ? {} : { keyword }) };
}

/**
 * Compares the served versions of the new CRD with each other: the API server converts each object between them. Omits the
 * differences that the old CRD has as well.
 */
function comparePairs(before: Crd, after: Crd): Change[] {
  const known = new Set(
    pairsOf(before)
      .flatMap(differencesOf)
      .map(({ change }) => keyOf(change)),
  );
  return pairsOf(after)
    .flatMap(differencesOf)
    .filter(({ change }) => change.detail.kind !== "documentation-changed" && !known.has(keyOf(change)))
    .map(({ change }) => ({ ...change, verdicts: verdictsOnPair(change.verdicts, after) }));
}

type Pair = readonly [CrdVersion, CrdVersion, Crd];

function pairsOf(crd: Crd): Pair[] {
  const served = crd.versions
    .filter(({ isServed }) => isServed)
    .toSorted((left, right) => compareVersions(left.name, right.name));
  return served.flatMap((first, index) => served.slice(index + 1).map((second): Pair => [first, second, crd]));
}

function differencesOf([first, second, crd]: Pair): { readonly change: Change }[] {
  return compareSchemas(first.schema, second.schema).map((difference) => ({
    change: {
      place: { crd: crd.name, version: first.name, versionAfter: second.name, ...placeOf(difference) },
      detail: difference.detail,
      verdicts: judgeSchemaChange(difference, servedBy(crd, crd)),
    },
  }));
}

function verdictsOnPair(verdicts: Verdicts, after: Crd): Verdicts {
  const converter = isDefinition(after) ? "conversion of the server" : "conversion webhook";
  return isConverted(after) ? harmless(`The ${converter} converts objects between the two versions.`) : verdicts;
}

/** Returns a text that is the same for the same difference between the same versions. */
function keyOf({ place, detail }: Change): string {
  const { version = "", versionAfter = "", path, keyword = "" } = place;
  return JSON.stringify([version, versionAfter, path, keyword, detail], (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}
