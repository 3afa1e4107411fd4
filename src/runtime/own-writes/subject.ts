import { isJsonObject } from "../../core/json.js";
import type { Kind, KubeObject, ObjectKey } from "../../kube/objects.js";

/** The object of a write. */
export interface Subject {
  readonly apiVersion: string;
  readonly kind: string;
  /** Undefined for an object that the API server will name. */
  readonly key: ObjectKey | undefined;
  /** Returns whether the write may concern this object. */
  readonly concerns: (object: KubeObject) => boolean;
}

export function aboutKey({ apiVersion, kind }: Pick<Kind, "apiVersion" | "kind">, key: ObjectKey): Subject {
  const { namespace = "", name } = key;
  return {
    apiVersion,
    kind,
    key: { namespace, name },
    concerns: ({ metadata }) => metadata.name === name && (metadata.namespace ?? "") === namespace,
  };
}

/** Returns undefined for a value that is not an object, which code without types may pass. */
export function aboutObject(object: unknown): Subject | undefined {
  const { apiVersion, kind, metadata } = isJsonObject(object) ? object : {};
  if (typeof apiVersion !== "string" || typeof kind !== "string" || !isJsonObject(metadata)) return undefined;
  const { name, generateName } = metadata;
  const namespace = typeof metadata["namespace"] === "string" ? metadata["namespace"] : "";
  if (typeof name === "string" && name !== "") return aboutKey({ apiVersion, kind }, { namespace, name });
  const concerns = ({ metadata: found }: KubeObject): boolean =>
    found.generateName === generateName && (found.namespace ?? "") === namespace;
  return typeof generateName === "string" ? { apiVersion, kind, key: undefined, concerns } : undefined;
}
