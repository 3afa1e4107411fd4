import type { Kind, KubeObject } from "../kube/objects.js";
import { importClientNode } from "./to-kube-config.js";

/**
 * Converts an object of client-node's API clients to tsop's form, the JSON of the API server. Times become texts, and
 * fields get their own names (`from` for `_from`). An item of client-node's lists gets its `apiVersion` and `kind`.
 * Fields that client-node does not know are missing, because client-node drops them.
 *
 * @throws TsopError `cluster/client-node-missing`
 *
 * @example
 * ```ts
 * import type { V1Pod } from "@kubernetes/client-node";
 * import { fromClientNode } from "tsop/client-node";
 * import { Pod } from "tsop/k8s/core/v1";
 *
 * export function toOurs(theirs: V1Pod): Promise<Pod> {
 *   return fromClientNode(Pod, theirs);
 * }
 * ```
 */
export async function fromClientNode<T extends KubeObject>(kind: Kind<T>, object: object): Promise<T> {
  const { dumpYaml } = await importClientNode();
  // Loaded only here, because an operator that only opens connections reads no YAML.
  const { readYamlDocuments } = await import("../kube/yaml-parser.js");
  const [document] = readYamlDocuments(dumpYaml({ ...object, apiVersion: kind.apiVersion, kind: kind.kind }));
  return document?.toJS() as T; // the object has the fields of that kind: a test compares the types of all kinds
}

/**
 * Converts an object of tsop to the form of client-node's API clients, for code that takes a `V1Pod`.
 *
 * @throws TsopError `cluster/client-node-missing`
 *
 * @example
 * ```ts
 * import type { V1Pod } from "@kubernetes/client-node";
 * import { toClientNode } from "tsop/client-node";
 * import type { Pod } from "tsop/k8s/core/v1";
 *
 * export function toTheirs(ours: Pod): Promise<V1Pod> {
 *   return toClientNode<V1Pod>(ours);
 * }
 * ```
 */
export async function toClientNode<T extends object>(object: KubeObject): Promise<T> {
  const { loadYaml } = await importClientNode();
  return loadYaml<T>(JSON.stringify(object));
}
