/** The initial objects of a memory client. */
import type { InProcessServer } from "../../apiserver/in-process.js";
import { TsopError } from "../../core/errors.js";
import { parseApiVersion } from "../../core/gvk.js";
import { checkIdentity } from "../../kube/given-object.js";
import { type LiveClient, mergePatch } from "../../kube/client.js";
import type { KubeObject } from "../../kube/objects.js";

type Seed = KubeObject & { readonly status?: unknown };

/**
 * Copies the objects, so that later changes by the caller have no effect. @throws TsopError `cluster/invalid-request`
 */
export function readSeeds(objects: readonly KubeObject[]): Seed[] {
  const seen = new Set<string>();
  for (const object of objects) {
    checkIdentity("createMemoryClient()", object);
    const { apiVersion, kind, metadata } = object;
    const key = JSON.stringify([apiVersion, kind, metadata.namespace ?? "", metadata.name]);
    if (seen.has(key)) {
      throw new TsopError(
        "cluster/invalid-request",
        `${describe(object)} occurs twice in the objects of createMemoryClient()`,
        {
          hint: "Give objects of the same apiVersion and kind different names or namespaces.",
        },
      );
    }
    seen.add(key);
    if (metadata.deletionTimestamp !== undefined && (metadata.finalizers ?? []).length === 0) {
      throw new TsopError("cluster/invalid-request", `${describe(object)} has a deletionTimestamp, but no finalizers`, {
        hint: "The API server deletes this object at once. Add a finalizer, or omit the object.",
      });
    }
  }
  // The type of an object contains only JSON.
  return JSON.parse(JSON.stringify(objects)) as Seed[];
}

/**
 * Stores definitions first, because they determine what the other objects may contain. @throws TsopError
 * `cluster/invalid-request`
 */
export async function storeSeeds(seeds: readonly Seed[], client: LiveClient, server: InProcessServer): Promise<void> {
  const definitions = seeds.filter(isDefinition);
  const others = seeds.filter((seed) => !isDefinition(seed));
  for (const seed of [...definitions, ...others]) await explained(seed, () => storeSeed(seed, client, server));
  // Not earlier: no new object can be created in an object that is being deleted.
  for (const seed of others) await keepMetadata(seed, server);
}

async function storeSeed(seed: Seed, client: LiveClient, server: InProcessServer): Promise<void> {
  const { status, ...rest } = seed;
  const { labels, annotations, finalizers, ownerReferences, name, namespace } = seed.metadata;
  const metadata = { labels, annotations, finalizers, ownerReferences, name, namespace };
  const isPart = status !== undefined && resourceOf(seed, server)?.subresources.has("status") === true;
  const created = await client.create({ ...(isPart ? rest : seed), metadata } as KubeObject);
  if (!isPart || statesItself(seed)) return;
  const kind = { ...parseApiVersion(seed.apiVersion), apiVersion: seed.apiVersion, kind: seed.kind };
  await client.status.patch(kind, created.metadata, mergePatch({ status }));
}

async function keepMetadata(seed: Seed, server: InProcessServer): Promise<void> {
  const { namespace = "", name, uid, generation, creationTimestamp, managedFields } = seed.metadata;
  const { deletionTimestamp, deletionGracePeriodSeconds } = seed.metadata;
  const given = {
    ...{ uid, generation, creationTimestamp, deletionTimestamp, deletionGracePeriodSeconds, managedFields },
  };
  const resource = resourceOf(seed, server);
  // A field that is undefined counts as absent.
  const kept = JSON.parse(JSON.stringify(given)) as Parameters<InProcessServer["keep"]>[3];
  if (resource !== undefined) await server.keep(resource, namespace, name, kept);
}

function resourceOf({ apiVersion, kind, metadata }: Seed, server: InProcessServer) {
  return server.resourceOf({ ...parseApiVersion(apiVersion), kind }, metadata.namespace ?? "");
}

/**
 * Returns whether only the server knows the status: that of definitions, and of objects whose contents are being
 * deleted.
 */
function statesItself(seed: Seed): boolean {
  const isEnding = seed.metadata.deletionTimestamp !== undefined;
  return isDefinition(seed) || (seed.apiVersion === "v1" && seed.kind === "Namespace" && isEnding);
}

function isDefinition({ apiVersion, kind }: KubeObject): boolean {
  return kind === "CustomResourceDefinition" && apiVersion.startsWith("apiextensions.k8s.io/");
}

async function explained(seed: Seed, store: () => Promise<void>): Promise<void> {
  try {
    await store();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TsopError("cluster/invalid-request", `createMemoryClient() cannot store ${describe(seed)}: ${why}`, {
      hint: "Pass only objects that the API server would store.",
      cause,
    });
  }
}

function describe({ kind, metadata }: KubeObject): string {
  return `${kind} ${JSON.stringify(metadata.name)}`;
}
