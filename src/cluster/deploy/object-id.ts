import { parseApiVersion } from "../../core/gvk.js";
import { type KubeObject, showKey } from "../../kube/objects.js";

/** The identity of an object, independent of the version of its group. */
export interface ObjectId {
  readonly group: string;
  readonly kind: string;
  /** The namespace; empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

export function idOf({ apiVersion, kind, metadata }: KubeObject): ObjectId {
  const { namespace = "", name } = metadata;
  return { group: parseApiVersion(apiVersion).group, kind, namespace, name };
}

/** Returns a text such as `Deployment demo-system/demo-controller-manager`. */
export function showId({ kind, namespace, name }: ObjectId): string {
  return `${kind} ${showKey({ namespace, name })}`;
}

/** Returns a text that is unique to the object. */
export function idKey({ group, kind, namespace, name }: ObjectId): string {
  return [group, kind, namespace, name].join("/");
}

export function showObject(object: KubeObject): string {
  return showId(idOf(object));
}
