/** Merges a user's package.json with the changes of a scaffold, key by key. */
import semver from "semver";
import { isJsonObject, isSameJson, type UnknownObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import { ownOf, setOwn } from "../core/own-members.js";

/** A key that both sides have changed. The user's value stays. */
export interface KeyConflict {
  /** `scripts.test`. */
  readonly key: string;
  readonly mine: unknown;
  readonly next: unknown;
}

export interface MergedPackage {
  readonly text: string;
  readonly conflicts: readonly KeyConflict[];
}

const sections = ["dependencies", "devDependencies"] as const;

/** Returns undefined if one of the texts is not a JSON object. */
export function mergePackage(base: string, mine: string, next: string): MergedPackage | undefined {
  const [old, present, wanted] = [base, mine, next].map((text) => readJson(text.replace(/^\uFEFF/, "")));
  if (!isJsonObject(old) || !isJsonObject(present) || !isJsonObject(wanted)) return undefined;
  const before = JSON.stringify(present);
  const conflicts: KeyConflict[] = [];
  mergeObject(followMoves(old, present), present, followMoves(wanted, present), "", conflicts);
  if (JSON.stringify(present) === before) return { text: mine, conflicts };
  const end = mine.slice(mine.trimEnd().length);
  const printed = JSON.stringify(present, undefined, /^\s*\{\s*?\n([ \t]+)"/.exec(mine)?.[1] ?? "  ") + end;
  return { text: mine.includes("\r\n") ? printed.replaceAll(/\r?\n/g, "\r\n") : printed, conflicts };
}

/** Moves each dependency of a scaffold to the section in which the user lists it. */
function followMoves(scaffold: UnknownObject, mine: UnknownObject): UnknownObject {
  const moved: UnknownObject = { ...scaffold };
  for (const [from, to] of [sections, [sections[1], sections[0]]] as const) {
    const [names, here, there] = [moved[from], mine[from], mine[to]];
    if (!isJsonObject(names) || !isJsonObject(there)) continue;
    const leaving = new Set(Object.keys(names).filter((name) => !isIn(here, name) && isIn(there, name)));
    if (leaving.size === 0) continue;
    moved[from] = Object.fromEntries(Object.entries(names).filter(([name]) => !leaving.has(name)));
    const target = moved[to];
    moved[to] = {
      ...(isJsonObject(target) ? target : {}),
      ...Object.fromEntries([...leaving].map((name) => [name, names[name]])),
    };
  }
  return moved;
}

function mergeObject(
  base: UnknownObject,
  mine: UnknownObject,
  next: UnknownObject,
  path: string,
  conflicts: KeyConflict[],
): void {
  for (const key of new Set([...Object.keys(base), ...Object.keys(next)])) {
    const [old, present, wanted] = [ownOf(base, key), ownOf(mine, key), ownOf(next, key)];
    const place = path === "" ? key : `${path}.${key}`;
    if (isSameJson(old, wanted) || isSameJson(present, wanted)) continue;
    if (isJsonObject(present) && isJsonObject(wanted)) {
      mergeObject(isJsonObject(old) ? old : {}, present, wanted, place, conflicts);
    } else if (isSameJson(present, old)) {
      if (wanted === undefined) Reflect.deleteProperty(mine, key);
      else setOwn<unknown>(mine, key, wanted);
    } else if (present !== undefined && wanted !== undefined && !isNewer(place, present, wanted)) {
      conflicts.push({ key: place, mine: present, next: wanted });
    }
  }
}

/** Returns whether the user requires at least the version that the scaffold requires. */
function isNewer(place: string, mine: unknown, next: unknown): boolean {
  if (!/^((dev|peer|optional)?[dD]ependencies|engines)\./.test(place)) return false;
  const [present, wanted] = [mine, next].map((range) =>
    typeof range === "string" && semver.validRange(range) !== null ? semver.minVersion(range) : null,
  );
  return present != null && wanted != null && semver.gte(present, wanted);
}

function isIn(value: unknown, name: string): boolean {
  return isJsonObject(value) && Object.hasOwn(value, name);
}
