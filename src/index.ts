/**
 * The library that an operator runs on: kinds and clients, the manager and its controllers.
 *
 * @module
 */
export type { Condition, CustomResource, DeepReadonly, KubeObject, ObjectKey, ObjectList, ObjectMeta, OwnerReference } from "./kube/objects.js";
export { defineKind, type Kind } from "./kube/kind.js";
export * from "./kube/client.js";
export * from "./kube/scalars.js";
