/** Reads the final state, and waits until it is correct. */
import { readdirSync } from "node:fs";
import type { HttpClient } from "../../src/kube/http-client.js";
import type { Kind, KubeObject } from "../../src/kube/objects.js";
import { ConfigMap, Namespace } from "../../src/k8s/core/v1.js";
import { checkCache, checkConverged, keyOf, type World } from "./check-converged.js";
import { indexedLabel, Soak } from "./kinds.js";
import type { CacheContent } from "./operator/probe.js";
import { until } from "./play.js";
import type { Replica } from "./replica.js";
import { namespaces } from "./schedule.js";
import type { Stage } from "./stage.js";
import type { Violation } from "./violation.js";

/** Waits until there are no violations. Returns the violations that remain after the timeout. */
export async function waitForConvergence(stage: Stage, timeoutMs: number, signal: AbortSignal): Promise<Violation[]> {
  let wrong: Violation[] = [];
  const isRight = async (): Promise<boolean> => {
    try {
      wrong = [...checkConverged(await readWorld(stage)), ...(await checkCaches(stage))];
    } catch (error) {
      wrong = [{ check: "converged", what: `the API server does not answer: ${String(error)}` }];
    }
    return wrong.length === 0;
  };
  await until(isRight, timeoutMs, signal);
  return wrong;
}

async function readWorld({ client, external }: Stage): Promise<World> {
  const maps = await Promise.all(namespaces.map((namespace) => client.list(ConfigMap, { namespace })));
  return {
    namespaces: (await client.list(Namespace, { labels: indexedLabel })).items,
    soaks: (await client.list(Soak)).items,
    configMaps: maps.flatMap(({ items }) => items),
    external: readdirSync(external, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  };
}

async function checkCaches({ client, replicas }: Stage): Promise<Violation[]> {
  const lists = await Promise.all([Soak, ConfigMap, Namespace].map((kind) => contentOf(client, kind)));
  const live = Object.fromEntries(lists.flat());
  const found = await Promise.all(replicas.map((replica) => checkCacheOf(replica, live)));
  return found.flat();
}

async function checkCacheOf(replica: Replica, live: CacheContent): Promise<Violation[]> {
  const cache = await replica.ask<CacheContent>("cache");
  if (cache === undefined) return [{ check: "caches", what: `${replica.name} does not answer` }];
  return checkCache(replica.name, cache, live);
}

async function contentOf(client: HttpClient, kind: Kind): Promise<[string, string][]> {
  const { items } = await client.list<KubeObject>(kind);
  return items.map((object) => {
    const { uid = "", resourceVersion = "" } = object.metadata;
    return [`${kind.kind} ${keyOf(object)}`, `${uid}@${resourceVersion}`];
  });
}
