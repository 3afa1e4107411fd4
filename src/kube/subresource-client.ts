import { isJsonObject } from "../core/json.js";
import type { Access } from "./access.js";
import { orUndefined } from "./api-error.js";
import type { ApplyOptions, CallOptions } from "./client.js";
import { checkIdentity, checkKind, notAnObject } from "./given-object.js";
import type { Kind, KubeObject, ObjectKey } from "./objects.js";
import type { SubresourceClient } from "./subresource.js";

/** Creates the client of a subresource over HTTP. */
export function createSubresourceClient(access: Access, name: string): SubresourceClient<KubeObject> {
  const getOrThrow = (kind: Kind, key: ObjectKey, options: CallOptions = {}): Promise<KubeObject> =>
    access.read<KubeObject>({ kind, key, subresource: name }, options);

  const write =
    (type: "create" | "update" | "apply") =>
    async (kind: Kind, key: ObjectKey, body: unknown, options: ApplyOptions = {}): Promise<KubeObject> => {
      const target = { kind, key, subresource: name };
      return access.write(target, { type, body: subresourceBody(type, target, body) }, options);
    };

  return {
    getOrThrow,
    get: (kind, key, options) => orUndefined(() => getOrThrow(kind, key, options)),
    create: write("create"),
    update: write("update"),
    patch: (kind, key, patch, options = {}) => access.write({ kind, key, subresource: name }, patch, options),
    apply: write("apply"),
  };
}

/** Returns the body to send, and adds its missing apiVersion, kind and metadata. */
function subresourceBody(
  method: string,
  { kind, key, subresource }: { kind: Kind; key: ObjectKey; subresource: string },
  given: unknown,
): KubeObject {
  checkKind(kind);
  const label = `subResource(${JSON.stringify(subresource)}).${method}`;
  if (!isJsonObject(given)) throw notAnObject(label, given);
  const metadata = isJsonObject(given["metadata"]) ? given["metadata"] : {};
  const { namespace, name } = key;
  const filled = {
    ...(bodies.get(subresource) ?? { apiVersion: kind.apiVersion, kind: kind.kind }),
    ...given,
    metadata: { ...(namespace === undefined ? {} : { namespace }), name, ...metadata },
  };
  checkIdentity(label, filled);
  return filled;
}

/** The subresources whose body has another kind than their object. */
const bodies: ReadonlyMap<string, Pick<KubeObject, "apiVersion" | "kind">> = new Map([
  ["scale", { apiVersion: "autoscaling/v1", kind: "Scale" }],
  ["eviction", { apiVersion: "policy/v1", kind: "Eviction" }],
  ["token", { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest" }],
  ["binding", { apiVersion: "v1", kind: "Binding" }],
]);
