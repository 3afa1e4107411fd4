/** The outcome of a create or an update: by the strategy of the resource, or by a real API server. */
import type { ApiObject } from "../../../src/apiserver/api-object.js";
import { validateObjectMeta, validateObjectMetaUpdate } from "../../../src/apiserver/objects/validate-metadata.js";
import type { ServedResource } from "../../../src/apiserver/resource.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import type { KubernetesVersion } from "../../../src/schema/kubernetes-versions.js";

export type Verdict =
  | { readonly kind: "accepted"; readonly object: Json; readonly unknownFields: readonly string[] }
  | { readonly kind: "invalid"; readonly causes: readonly string[] }
  | { readonly kind: "unreadable"; readonly message: string };

/** A service resolver for tests that call no webhook. */
export function nowhere(): never {
  throw new Error("no service is here");
}

export function ourVerdict(
  resource: ServedResource,
  given: JsonObject,
  version: KubernetesVersion,
  old?: ApiObject,
): Verdict {
  const object = structuredClone(given) as ApiObject;
  const { strategy } = resource;
  const decoded = strategy.decode?.(object);
  if (decoded?.fault !== undefined) return { kind: "unreadable", message: decoded.fault };
  const unknownFields = decoded?.unknownFields ?? [];
  strategy.setDefaults(object);
  if (old === undefined) strategy.prepareForCreate(object, { username: "admin", groups: [] });
  else strategy.prepareForUpdate(object, old, 0);
  const { namespaced } = resource;
  object.metadata.namespace ??= namespaced ? "default" : "";
  if (object.metadata.namespace === "") delete object.metadata.namespace;
  const metadata =
    old === undefined
      ? validateObjectMeta(
          object.metadata,
          { namespaced, validateName: (name, isPrefix) => strategy.validateName(name, isPrefix), version },
          "metadata",
        )
      : validateObjectMetaUpdate(object.metadata, old.metadata, "metadata", version);
  const faults = [
    ...metadata,
    ...(old === undefined ? strategy.validate(object) : strategy.validateUpdate(object, old)),
  ];
  if (faults.length === 0) return { kind: "accepted", object: withoutMetadata(object), unknownFields };
  return { kind: "invalid", causes: faults.map(({ type, field, message }) => `${type} ${field}: ${message}`).sort() };
}

/** Returns the verdict of a response and its warnings, for a request with fieldValidation=Warn. */
export function serverVerdict(code: number, body: JsonObject, warnings: readonly string[]): Verdict {
  if (code < 300) {
    const unknownFields = warnings.flatMap((text) => /unknown field \\"(.*)\\"/.exec(text)?.slice(1) ?? []);
    return { kind: "accepted", object: withoutMetadata(body), unknownFields };
  }
  if (code !== 422) return { kind: "unreadable", message: messageOf(body) };
  const details = body["details"] as { causes?: { reason: string; field: string; message: string }[] } | undefined;
  const causes = (details?.causes ?? []).map(({ reason, field, message }) => `${reason} ${field}: ${message}`);
  return { kind: "invalid", causes: causes.sort() };
}

function messageOf({ message = "" }: JsonObject): string {
  return (message as string).replace(/^\w+ in version "\w+" cannot be handled as a \w+: /, "");
}

function withoutMetadata(object: JsonObject): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== "metadata"));
}
