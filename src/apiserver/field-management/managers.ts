/** The owners of fields. Source: k8s.io/apimachinery/pkg/util/managedfields/internal/managedfields.go. */
import { compareText } from "../../core/compare-text.js";
import type { Json } from "../../core/json.js";
import type { ManagedFieldsEntry } from "../api-object.js";
import type { FieldSet } from "./field-set.js";
import { readFieldsV1, toFieldsV1 } from "./fields-v1.js";

export interface Manager {
  readonly name: string;
  readonly isApplier: boolean;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly set: FieldSet;
  readonly time?: string;
}

/** Managers by identity: an applier has the same identity in every version. */
export type Managers = ReadonlyMap<string, Manager>;

export function identityOf({ name, isApplier, apiVersion, subresource }: Omit<Manager, "set">): string {
  return JSON.stringify([name, isApplier ? "Apply" : "Update", isApplier ? "" : apiVersion, subresource]);
}

/** Entries that cannot be read. */
export class ManagersFault extends Error {
  override readonly name = "ManagersFault";
}

/** @throws ManagersFault */
export function readManagers(entries: readonly ManagedFieldsEntry[]): Map<string, Manager> {
  const managers = new Map<string, Manager>();
  for (const [index, entry] of entries.entries()) {
    const manager = readManager(entry, index);
    managers.set(identityOf(manager), manager);
  }
  return managers;
}

function readManager(entry: ManagedFieldsEntry, index: number): Manager {
  const { manager = "", operation, apiVersion = "", fieldsType = "", fieldsV1, subresource = "", time } = entry;
  if (operation !== "Apply" && operation !== "Update") throw new ManagersFault("operation must be `Apply` or `Update`");
  if (apiVersion === "") throw new ManagersFault("apiVersion must not be empty");
  if (fieldsType === "") throw new ManagersFault(`missing fieldsType in managed fields entry ${index}`);
  if (fieldsType !== "FieldsV1") {
    throw new ManagersFault(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`);
  }
  const isApplier = operation === "Apply";
  const set = readSet(fieldsV1);
  const known = { name: manager, isApplier, apiVersion, subresource, set };
  return typeof time === "string" ? { ...known, time } : known;
}

function readSet(fields: Json | undefined): FieldSet {
  try {
    return readFieldsV1(fields);
  } catch (error) {
    throw new ManagersFault(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the entries: appliers first, then by time. */
export function toEntries(managers: Managers): ManagedFieldsEntry[] {
  return [...managers.values()].toSorted(compareManagers).map(toEntry);
}

/** Sets the fields one by one: combining parts takes several times as long, and every write calls this function. */
function toEntry({ name, isApplier, apiVersion, subresource, set, time }: Manager): ManagedFieldsEntry {
  const entry: ManagedFieldsEntry = {};
  if (name !== "") entry.manager = name;
  entry.operation = isApplier ? "Apply" : "Update";
  entry.apiVersion = apiVersion;
  if (time !== undefined) entry.time = time;
  entry.fieldsType = "FieldsV1";
  entry.fieldsV1 = toFieldsV1(set);
  if (subresource !== "") entry.subresource = subresource;
  return entry;
}

function compareManagers(left: Manager, right: Manager): number {
  if (left.isApplier !== right.isApplier) return left.isApplier ? -1 : 1;
  return (
    secondsOf(left) - secondsOf(right) ||
    compareText(left.name, right.name) ||
    compareText(left.apiVersion, right.apiVersion) ||
    compareText(left.subresource, right.subresource)
  );
}

/** Returns the time in seconds; a manager without a time is the oldest. */
export function secondsOf({ time }: Manager): number {
  return time === undefined ? 0 : Math.floor(Date.parse(time) / 1000);
}
