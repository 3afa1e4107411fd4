/** Common shapes of cases about a kind: objects that are tried, changed or shown. */
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.js";
import type { ContractCase } from "./contract-case.js";

export interface KindObject {
  readonly metadata: { readonly name: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Values by path, `spec.ports.0.port`; undefined removes the field. */
export type Change = Readonly<Record<string, Json | undefined>>;

/** Returns a condition of the common type, which is true. */
export const conditionOf = (type: string, more: JsonObject = {}): JsonObject => ({
  ...{ type, status: "True", reason: "Reason", message: "m", lastTransitionTime: "2026-01-01T00:00:00Z" },
  ...more,
});

/** Omits the owners of fields, which another area covers. */
export function withoutOwners(body: Json): Json {
  if (!isJsonObject(body) || !isJsonObject(body["metadata"])) return body;
  const metadata = Object.entries(body["metadata"]).filter(([name]) => name !== "managedFields");
  return { ...body, metadata: Object.fromEntries(metadata) };
}

/** Creates a case that stores objects one after another, and deletes them again. */
export function creations(name: string, path: string, objects: readonly KindObject[]): ContractCase {
  return {
    name,
    async run(api) {
      for (const object of objects) {
        await api.post(path, object, { show: withoutOwners });
        await api.delete(`${path}/${object.metadata.name}`, undefined, { record: false });
      }
    },
  };
}

/** Creates a case of dry runs, so that objects do not conflict with each other. */
export function tries(name: string, path: string, objects: readonly object[]): ContractCase {
  return {
    name,
    async run(api) {
      for (const object of objects) await api.post(`${path}?dryRun=All`, object, { show: withoutOwners });
    },
  };
}

/** Like `tries`, for one object with each of the changes. */
export function variants(name: string, path: string, object: KindObject, all: readonly Change[]): ContractCase {
  const objects = all.map((change) => changed(object as JsonObject, change));
  return tries(name, path, objects);
}

export interface ChangesOptions {
  /** For example `status`. Default: the object itself. */
  readonly subresource?: string;
  readonly isClusterScoped?: boolean;
  /** Paths of values that each server allocates: omitted from the updates. */
  readonly without?: readonly string[];
}

/** Creates an object and puts each change of the stored object; a rejected change leaves it unchanged. */
export function changes(
  name: string,
  path: string,
  object: KindObject,
  all: readonly Change[],
  { subresource, isClusterScoped = false, without = [] }: ChangesOptions = {},
): ContractCase {
  return {
    name,
    async run(api) {
      const target = `${path}/${object.metadata.name}`;
      if (isClusterScoped) api.cleanUp(target);
      await api.post(path, object, { record: false });
      for (const change of all) {
        const stored = withoutOwners((await api.get(target, { record: false })).body as Json) as JsonObject;
        const known = changed(stored, Object.fromEntries(without.map((each) => [each, undefined])));
        const url = subresource === undefined ? target : `${target}/${subresource}`;
        await api.put(url, sorted(changed(known, change)), { show: withoutOwners });
      }
    },
  };
}

/** Creates an object that a controller may change at any time, and shows only why each change is rejected, if it is. */
export function refusals(
  name: string,
  path: string,
  object: KindObject,
  all: readonly Change[],
  { subresource, isClusterScoped = false }: ChangesOptions = {},
): ContractCase {
  const show = (body: JsonObject): Json => (body["kind"] === "Status" ? body : null);
  return {
    name,
    async run(api) {
      const target = `${path}/${object.metadata.name}`;
      if (isClusterScoped) api.cleanUp(target);
      await api.post(path, object, { record: false });
      for (const change of all) {
        const nulls = Object.fromEntries(Object.entries(change).map(([at, value]) => [at, value ?? null]));
        const url = subresource === undefined ? target : `${target}/${subresource}`;
        await api.patch(`${url}?dryRun=All`, "merge", changed({}, nulls), { show });
      }
    },
  };
}

const asTable = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };

/** Creates objects and shows the rows of `kubectl get -o wide`. */
export function rows(
  name: string,
  path: string,
  objects: readonly KindObject[],
  { isClusterScoped = false }: ChangesOptions = {},
): ContractCase {
  return {
    name,
    async run(api) {
      for (const [index, object] of objects.entries()) {
        const target = `${path}/${object.metadata.name}`;
        if (isClusterScoped) api.cleanUp(target);
        await api.post(path, object, { record: false });
        await api.get(target, { headers: asTable, show: (body: JsonObject) => rowsOf(body, index === 0) });
      }
    },
  };
}

/** Shows the rows of objects in dry runs: they take no part in the work of the server. */
export function rowsOfTries(name: string, path: string, objects: readonly KindObject[]): ContractCase {
  return {
    name,
    async run(api) {
      const show = (body: JsonObject): unknown => rowsOf(body, false);
      for (const object of objects) await api.post(`${path}?dryRun=All`, object, { headers: asTable, show });
    },
  };
}

/** Shows which of the created objects a field selector finds. */
export function selections(
  name: string,
  path: string,
  objects: readonly KindObject[],
  selectors: readonly string[],
): ContractCase {
  return {
    name,
    async run(api) {
      for (const object of objects) await api.post(path, object, { record: false });
      for (const selector of selectors) {
        await api.get(`${path}?fieldSelector=${encodeURIComponent(selector)}`, { show: namesOf });
      }
    },
  };
}

function changed(object: JsonObject, change: Change): JsonObject {
  const copy = structuredClone(object);
  for (const [path, value] of Object.entries(change)) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    const parent = keys.reduce<JsonObject>((each, key) => (each[key] ??= {}) as JsonObject, copy);
    if (value === undefined) Reflect.deleteProperty(parent, last);
    else parent[last] = value;
  }
  return copy;
}

/** Sorts the fields: the digest of a request must not depend on their order in a server's response. */
function sorted(value: Json): JsonObject {
  const sort = (each: Json): Json => {
    if (Array.isArray(each)) return each.map(sort);
    if (!isJsonObject(each)) return each;
    const names = Object.keys(each).toSorted();
    return Object.fromEntries(names.map((name) => [name, sort(each[name] ?? null)]));
  };
  return sort(value) as JsonObject;
}

/** Hides addresses of services and ages in cells, which differ between runs. */
function stableCells(cells: Json | undefined): Json {
  if (!Array.isArray(cells)) return null;
  return cells.map((cell) => {
    if (typeof cell !== "string") return cell;
    return cell.replace(/^10\.0\.0\.\d+$/, "$address").replace(/^\d+s$/, "$age");
  });
}

function rowsOf(body: JsonObject, hasColumns: boolean): Json {
  const { columnDefinitions, rows: all } = body;
  if (!Array.isArray(all)) return body;
  const cells = all.map((row) => stableCells(isJsonObject(row) ? row["cells"] : null));
  return hasColumns ? [columnDefinitions ?? null, ...cells] : cells;
}

function namesOf(body: JsonObject): Json {
  if (!Array.isArray(body["items"])) return body;
  return body["items"].map((item) => (item as { metadata: { name: string } }).metadata.name);
}

/** Like `changes`, without the status: for kinds that have a controller. */
export function settledChanges(name: string, path: string, object: KindObject, all: readonly object[]): ContractCase {
  const shown = ["kind", "code", "reason", "message", "details"];
  const show = (body: Record<string, unknown>): unknown =>
    Object.fromEntries(Object.entries(body).filter(([key]) => shown.includes(key)));
  return {
    name,
    async run(api) {
      await api.post(path, object, { show });
      for (const change of all) await api.patch(`${path}/${object.metadata.name}`, "merge", { spec: change }, { show });
    },
  };
}
