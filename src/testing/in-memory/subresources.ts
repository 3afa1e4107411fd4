/** What lies below objects in memory, made of what can be done with the objects themselves. */
import { TsopError } from "../../core/errors.js";
import { isJsonObject } from "../../core/json.js";
import { ownOf } from "../../core/own-members.js";
import { isNotFound } from "../../kube/api-error.js";
import { type CallOptions, type LiveClient, mergePatch, type Patch, type WriteOptions } from "../../kube/client.js";
import type { Kind } from "../../kube/kind.js";
import type { KubeObject, ObjectKey, Status } from "../../kube/objects.js";
import type { Eviction, Scale, SubresourceClient, TokenRequest } from "../../kube/subresource.js";
import { subresourceBody } from "../../kube/subresource-client.js";
import { checkPatched } from "./request.js";
import { patched } from "./patch.js";
import { methodNotAllowed, noReplicas } from "./refusals.js";

type Objects = Pick<LiveClient, "get" | "getOrThrow" | "patch" | "apply" | "delete" | "status">;

interface Clock {
  now(): number;
}

/** @throws TsopError `cluster/invalid-request` for one that the memory client does not know */
export function memorySubresource(objects: Objects, name: string, clock: Clock): SubresourceClient<KubeObject> {
  switch (name) {
    case "status":
      return statusOf(objects);
    case "scale":
      return scaleOf(objects);
    case "eviction":
      return onlyCreate(name, (kind, key, body, options) =>
        evict(objects, { kind, key, body: body as Eviction, options }),
      );
    case "token":
      return onlyCreate(name, async (kind, key, body, options) => {
        await objects.getOrThrow(kind, key, signalOf(options));
        return issue(key, body as TokenRequest, clock);
      });
    default:
      throw new TsopError("cluster/invalid-request", `the memory client knows no subresource ${JSON.stringify(name)}`, {
        hint: "It knows status, scale, eviction and token. For others, test against a real API server.",
      });
  }
}

function statusOf(objects: Objects): SubresourceClient<KubeObject> {
  const body = (method: string, kind: Kind, key: ObjectKey, given: unknown): KubeObject =>
    subresourceBody(method, { kind, key, subresource: "status" }, given);
  return {
    get: (kind, key, options) => objects.get(kind, key, options),
    getOrThrow: (kind, key, options) => objects.getOrThrow(kind, key, options),
    create: () => Promise.reject(methodNotAllowed()),
    update: async (kind, key, given, options) => objects.status.update(body("update", kind, key, given), options),
    patch: (kind, key, patch, options) => objects.status.patch(kind, key, patch, options),
    apply: async (kind, key, given, options) => objects.status.apply(body("apply", kind, key, given), options),
  };
}

/** Where apps/v1 and nearly all others keep the numbers: `spec.replicas`, `status.replicas`. */
function scaleOf(objects: Objects): SubresourceClient<Scale> {
  const getOrThrow = async (kind: Kind, key: ObjectKey, options?: CallOptions): Promise<Scale> =>
    toScale(await objects.getOrThrow(kind, key, options));
  const set = async (kind: Kind, key: ObjectKey, wanted: KubeObject, options?: WriteOptions): Promise<Scale> => {
    const { uid, resourceVersion } = wanted.metadata;
    const conditions = {
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    };
    const patch = mergePatch({ metadata: conditions, spec: { replicas: replicasOf(wanted) ?? 0 } });
    return toScale(await objects.patch(kind, key, patch, options));
  };
  const body = (method: string, kind: Kind, key: ObjectKey, given: unknown): KubeObject =>
    subresourceBody(method, { kind, key, subresource: "scale" }, given);

  return {
    getOrThrow,
    async get(kind, key, options) {
      try {
        return await getOrThrow(kind, key, options);
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    create: () => Promise.reject(methodNotAllowed()),
    update: async (kind, key, given, options) => set(kind, key, body("update", kind, key, given), options),
    async patch(kind, key, patch: Patch, options) {
      const before = await getOrThrow(kind, key, options);
      return set(kind, key, checkPatched(before, patched(before, patch)), options);
    },
    async apply(kind, key, given, options = {}) {
      await getOrThrow(kind, key, options);
      const replicas = replicasOf(body("apply", kind, key, given));
      const { name, namespace } = key;
      const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
      const spec = replicas === undefined ? {} : { replicas };
      // Another manager than the one of the whole object, or applying this would give up what that applied.
      const fieldManager = `${options.fieldManager ?? "tsop"}/scale`;
      return toScale(
        await objects.apply(
          { apiVersion: kind.apiVersion, kind: kind.kind, metadata, spec },
          { ...options, fieldManager },
        ),
      );
    },
  };
}

function toScale(object: KubeObject): Scale {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const metadata = { name, namespace, uid, resourceVersion, creationTimestamp };
  const replicas = replicasOf(object);
  // Built-in kinds have a default; the scale of others is an error of the API server's as long as nobody has set it.
  if (replicas === undefined && !object.apiVersion.startsWith("apps/")) throw noReplicas();
  const status = partOf(object, "status");
  const labels = partOf(partOf(object, "spec"), "selector")["matchLabels"];
  const selector = isJsonObject(labels)
    ? Object.entries(labels)
        .map(([key, value]) => `${key}=${String(value)}`)
        .join(",")
    : "";
  const current = status["replicas"];
  return {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    // What is undefined is absent on the wire.
    metadata: JSON.parse(JSON.stringify(metadata)) as KubeObject["metadata"],
    spec: (replicas ?? 1) === 0 ? {} : { replicas: replicas ?? 1 },
    status: { replicas: typeof current === "number" ? current : 0, ...(selector === "" ? {} : { selector }) },
  };
}

function replicasOf(object: KubeObject): number | undefined {
  const { replicas } = partOf(object, "spec");
  return typeof replicas === "number" ? replicas : undefined;
}

function partOf(object: object, field: string): Record<string, unknown> {
  const part = isJsonObject(object) ? ownOf(object, field) : undefined;
  return isJsonObject(part) ? part : {};
}

type Create = (kind: Kind, key: ObjectKey, body: KubeObject, options: WriteOptions) => Promise<KubeObject>;

function onlyCreate(subresource: string, create: Create): SubresourceClient<KubeObject> {
  const refuse = (): Promise<never> => Promise.reject(methodNotAllowed());
  return {
    create: async (kind, key, given, options = {}) =>
      create(kind, key, subresourceBody("create", { kind, key, subresource }, given), options),
    get: refuse,
    getOrThrow: refuse,
    update: refuse,
    patch: refuse,
    apply: refuse,
  };
}

/** No budget stands in the way here. */
async function evict(
  objects: Objects,
  { kind, key, body, options }: { kind: Kind; key: ObjectKey; body: Eviction; options: WriteOptions },
): Promise<KubeObject> {
  await objects.getOrThrow(kind, key, signalOf(options));
  await objects.delete(kind, key, { ...body.deleteOptions, ...signalOf(options), dryRun: options.dryRun === true });
  const done: Status = { kind: "Status", apiVersion: "v1", status: "Success", code: 201 };
  // The one answer that is no object; the client of evictions is typed by it.
  return done as unknown as KubeObject;
}

function issue({ namespace = "", name }: ObjectKey, request: TokenRequest, clock: Clock): TokenRequest {
  const { audiences = ["https://kubernetes.default.svc"], expirationSeconds = 3600 } = request.spec;
  const expirationTimestamp = new Date(clock.now() + expirationSeconds * 1000).toISOString().replace(/\.\d+Z$/, "Z");
  const token = `token-of-${namespace}-${name}-until-${expirationTimestamp}`;
  return {
    ...request,
    spec: { ...request.spec, audiences, expirationSeconds },
    status: { token, expirationTimestamp },
  };
}

function signalOf({ signal }: WriteOptions): CallOptions {
  return signal === undefined ? {} : { signal };
}
