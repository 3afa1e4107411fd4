/** Checks whether the world matches the objects. Pure. */
import type { KubeObject } from "tsop";
import { externalName, indexName, indexOf, type Soak, tierLabel } from "./kinds.js";
import type { CacheContent } from "./operator/probe.js";
import type { Violation } from "./violation.js";

export interface OwnedMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

/** The final state of all objects, read from the API server. */
export interface World {
  readonly namespaces: readonly KubeObject[];
  readonly soaks: readonly Soak[];
  /** The ConfigMaps in the namespaces of the soak. */
  readonly configMaps: readonly OwnedMap[];
  /** The names of the resources outside the cluster. */
  readonly external: readonly string[];
}

export function checkConverged({ namespaces, soaks, configMaps, external }: World): Violation[] {
  const found: Violation[] = [];
  const say = (key: string, what: string): void => void found.push({ check: "converged", key, what });
  const maps = new Map(configMaps.map((map) => [keyOf(map), map]));
  const records = new Set(external);
  for (const soak of soaks) {
    const key = keyOf(soak);
    for (const what of problemsWith(soak, maps.get(key))) say(key, what);
    if (!records.delete(externalName(soak.metadata))) say(key, "has no external record");
    maps.delete(key);
  }
  for (const { metadata } of namespaces) {
    const key = `${metadata.name}/${indexName}`;
    const there = soaks.filter((soak) => soak.metadata.namespace === metadata.name);
    const want = indexOf(there.map(({ metadata: { name, labels } }) => ({ name, tier: labels?.[tierLabel] })));
    const { all, gold } = maps.get(key)?.data ?? {};
    if (all !== want.all) say(key, `the index says "${all}", there are "${want.all}"`);
    if (gold !== want.gold) say(key, `the index of gold says "${gold}", there are "${want.gold}"`);
    maps.delete(key);
  }
  for (const key of maps.keys()) say(key, "is an orphan: a ConfigMap without its Soak");
  for (const name of records) {
    const [namespace = "", object = ""] = name.split("_");
    say(`${namespace}/${object}`, `was deleted, and its external record is still there: ${name}`);
  }
  return found;
}

function problemsWith({ metadata, spec, status }: Soak, map: OwnedMap | undefined): string[] {
  const { generation, uid, labels, deletionTimestamp } = metadata;
  if (deletionTimestamp !== undefined) return ["is being deleted, and does not go"];
  const owner = map?.metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid;
  const wants: [string, unknown, unknown][] = [
    ["status.observedGeneration", status?.observedGeneration, generation],
    ["status.value", status?.value, spec.value],
    ["status.phase", status?.phase, "Ripe"],
    ["ConfigMap's value", map?.data?.["value"], spec.value],
    ["ConfigMap's tier", map?.metadata.labels?.[tierLabel], labels?.[tierLabel] ?? ""],
    ["ConfigMap's owner", owner, uid],
  ];
  return wants
    .filter(([, is, wanted]) => is !== wanted)
    .map(([what, is, wanted]) => `${what} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted)}`);
}

/** Compares the cache of a replica with a live list. */
export function checkCache(replica: string, cache: CacheContent, live: CacheContent): Violation[] {
  const keys = new Set([...Object.keys(cache), ...Object.keys(live)]);
  return [...keys]
    .filter((key) => cache[key] !== live[key])
    .map((key) => ({
      check: "caches",
      key: key.slice(key.indexOf(" ") + 1),
      what: `${replica} has ${key} as ${cache[key] ?? "absent"}; the API server, as ${live[key] ?? "absent"}`,
    }));
}

export function keyOf({ metadata: { namespace = "", name } }: KubeObject): string {
  return `${namespace}/${name}`;
}
