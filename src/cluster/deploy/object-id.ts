import { parseApiVersion } from "../../core/gvk.js";
import { type KubeObject, showKey } from "../../kube/objects.js";

/** Which object is meant, whatever version of its group it is written in. */
export interface ObjectId {
  readonly group: string;
  readonly kind: string;
  /** Empty for kinds of the whole cluster. */
  readonly namespace: string;
  readonly name: string;
}

export function idOf({ apiVersion, kind, metadata }: KubeObject): ObjectId {
  const { namespace = "", name } = metadata;
  return { group: parseApiVersion(apiVersion).group, kind, namespace, name };
}

/** `Deployment demo-system/demo-controller-manager`. */
export function showId({ kind, namespace, name }: ObjectId): string {
  return `${kind} ${showKey({ namespace, name })}`;
}

/** The same text for the same object only. */
export function idKey({ group, kind, namespace, name }: ObjectId): string {
  return [group, kind, namespace, name].join("/");
}

export function showObject(object: KubeObject): string {
  return showId(idOf(object));
}
