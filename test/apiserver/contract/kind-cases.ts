/** The shapes that most cases about a kind have: objects that are tried, changed or shown. */
import { isJsonObject, type Json, type JsonObject } from "../../../src/core/json.js";
import type { ContractCase } from "./contract-case.js";

export interface KindObject {
  readonly metadata: { readonly name: string; readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Values by path, `spec.ports.0.port`; undefined removes. */
export type Change = Readonly<Record<string, Json | undefined>>;

/** Owners of fields are another area's. */
export function withoutOwners(body: Json): Json {
  if (!isJsonObject(body) || !isJsonObject(body["metadata"])) return body;
  const metadata = Object.entries(body["metadata"]).filter(([name]) => name !== "managedFields");
  return { ...body, metadata: Object.fromEntries(metadata) };
}

/** What becomes of objects that are really created, one after another, and deleted again. */
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

/** Dry runs: what becomes of objects, without one being in the way of the next. */
export function tries(name: string, path: string, objects: readonly object[]): ContractCase {
  return {
    name,
    async run(api) {
      for (const object of objects) await api.post(`${path}?dryRun=All`, object, { show: withoutOwners });
    },
  };
}

/** As `tries`: one object, and what each change makes of it. */
export function variants(name: string, path: string, object: KindObject, all: readonly Change[]): ContractCase {
  const objects = all.map((change) => changed(object as JsonObject, change));
  return tries(name, path, objects);
}

export interface ChangesOptions {
  /** `status`. Default: the object itself. */
  readonly subresource?: string;
  readonly isClusterScoped?: boolean;
  /** Paths of what each server gives out as it likes: left out of what is put. */
  readonly without?: readonly string[];
}

/** Creates an object and puts each change of what is stored by then; what is refused leaves it as it was. */
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

/** Creates an object that a controller may change at any time, and shows why each change of it is refused, if it is. */
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

/** Creates objects and shows what `kubectl get -o wide` does of each. */
export function rows(
  name: string,
  path: string,
  objects: readonly KindObject[],
  { isClusterScoped = false }: ChangesOptions = {},
): ContractCase {
  return {
    name,
    async run(api) {
      const headers = { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" };
      for (const [index, object] of objects.entries()) {
        const target = `${path}/${object.metadata.name}`;
        if (isClusterScoped) api.cleanUp(target);
        await api.post(path, object, { record: false });
        await api.get(target, { headers, show: (body: JsonObject) => rowsOf(body, index === 0) });
      }
    },
  };
}

/** Which of the objects created a field selector finds. */
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

/** The digest of a request must not depend on the order in which a server prints fields. */
function sorted(value: Json): JsonObject {
  const sort = (each: Json): Json => {
    if (Array.isArray(each)) return each.map(sort);
    if (!isJsonObject(each)) return each;
    const names = Object.keys(each).toSorted();
    return Object.fromEntries(names.map((name) => [name, sort(each[name] ?? null)]));
  };
  return sort(value) as JsonObject;
}

/** Cells with addresses of services and ages differ from run to run. */
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

/** As `changes`, without the status: of kinds that a controller looks after. */
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
