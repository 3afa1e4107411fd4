/** The contents of the API server, without the values that differ between runs. */
import { groupVersionPath } from "../../core/gvk.js";
import type { JsonValue } from "../../core/json.js";
import { orUndefined } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { differences } from "../../core/differences.js";

/** A collection, identified by its path: `/apis/apps/v1/statefulsets`. */
export type Collection = string;

export function collectionOf({
  group,
  version,
  resource,
}: Record<"group" | "version" | "resource", string>): Collection {
  return `${groupVersionPath(group, version)}/${resource}`;
}

/** Objects by a name that is the same in each run: `StatefulSet default/db`. */
export type State = ReadonlyMap<string, JsonValue>;

/** @param normalize - changes an object before the comparison, or excludes it */
export async function readState(
  client: HttpClient,
  collections: Iterable<Collection>,
  normalize?: (object: KubeObject) => KubeObject | undefined,
): Promise<State> {
  const lists = await Promise.all([...new Set(collections)].map((path) => list(client, path)));
  const objects = lists.flat().filter((object) => !isServersOwn(object));
  const names = stableNames(objects);
  const state = new Map<string, JsonValue>();
  for (const object of objects) {
    const kept = normalize === undefined ? object : normalize(structuredClone(object));
    if (kept === undefined) continue;
    const key = keyOf(object);
    // Objects with generated names are distinguished only by their number.
    let unique = key;
    for (let count = 2; state.has(unique); count++) unique = `${key} (${count})`;
    state.set(unique, stable(kept, names, object.metadata.generation));
  }
  return state;
}

interface ObjectList {
  readonly apiVersion: string;
  readonly kind: string;
  readonly items?: readonly KubeObject[];
}

async function list(client: HttpClient, path: Collection): Promise<KubeObject[]> {
  const text = await orUndefined(() => client.transport.request({ method: "GET", path }));
  if (text === undefined) return []; // its CRD was deleted
  const { apiVersion, kind, items } = JSON.parse(text) as ObjectList;
  // The items of built-in kinds do not contain their apiVersion and kind.
  return (items ?? []).map((item) => ({ ...item, apiVersion, kind: kind.replace(/List$/, "") }));
}

/** Returns whether the API server created this Service for itself: its port differs between runs. */
function isServersOwn({ kind, metadata: { namespace, name } }: KubeObject): boolean {
  return kind === "Service" && namespace === "default" && name === "kubernetes";
}

function keyOf({ kind, metadata }: KubeObject): string {
  const { namespace, name, generateName } = metadata;
  const stableName = generateName === undefined ? name : `${generateName}*`;
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${stableName}`;
}

/** Returns the replacements for the uids and generated names of objects, longest first. */
function stableNames(objects: readonly KubeObject[]): readonly (readonly [string, string])[] {
  return objects
    .flatMap((object): (readonly [string, string])[] => {
      const { uid, name, generateName } = object.metadata;
      const generated = generateName === undefined ? [] : [[name, `${generateName}*`] as const];
      return uid === undefined ? generated : [[uid, `<uid of ${keyOf(object)}>`], ...generated];
    })
    .sort(([a], [b]) => b.length - a.length);
}

/** The fields that the API server sets, with different values each time. */
const ownMetadata = new Set(["uid", "resourceVersion", "generation", "creationTimestamp", "managedFields", "selfLink"]);
const assigned = new Set(["clusterIP", "clusterIPs", "nodePort", "healthCheckNodePort"]);
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
const certificate = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

function stable(object: KubeObject, names: ReturnType<typeof stableNames>, generation: number | undefined): JsonValue {
  const metadata = Object.fromEntries(Object.entries(object.metadata).filter(([key]) => !ownMetadata.has(key)));
  const replace = (text: string): string =>
    names
      .reduce((result, [from, to]) => result.replaceAll(from, to), text)
      .replaceAll(time, "<time>")
      .replaceAll(uuid, "<uuid>")
      .replaceAll(certificate, "<certificate>");
  const visit = (value: unknown, key: string): unknown => {
    if (key === "observedGeneration") return value === generation ? "the latest" : "an earlier one";
    if (assigned.has(key) && value !== "None") return "<assigned>";
    // The digest that `applyIfDifferent` stores for the fields, which include an owner's uid. The fields themselves are
    // compared.
    if (key.startsWith("applied.tsop.dev/")) return "<digest>";
    if (typeof value === "string") return replace(value);
    if (Array.isArray(value)) return value.map((item) => visit(item, ""));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .map(([name, field]): [string, unknown] => [replace(name), visit(field, name)])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  };
  return visit({ ...object, metadata }, "") as JsonValue; // the object was JSON before
}

/** Returns the differences from the undisturbed run, one line each. */
export function stateDifferences(undisturbed: State, killed: State): string[] {
  const keys = [...new Set([...undisturbed.keys(), ...killed.keys()])].sort();
  return keys.flatMap((key) => {
    if (!killed.has(key)) return [`${key} is missing`];
    if (!undisturbed.has(key)) return [`${key} does not exist without kills`];
    return differences(undisturbed.get(key), killed.get(key)).map(
      ({ path, before, after }) => `${key} ${path}: ${show(before)} without kills, ${show(after)} with this kill`,
    );
  });
}

function show(value: JsonValue | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
