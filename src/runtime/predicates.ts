/** Predicates: which changes a controller handles. */
import { isSameJson } from "../core/json.js";
import { parseLabelSelector } from "../kube/label-selector.js";
import type { DeepReadonly, KubeObject } from "../kube/objects.js";

/**
 * A change of an object. The objects are the cache's own, and frozen.
 *
 * @example
 * ```ts
 * import type { ObjectEvent } from "tsop";
 *
 * export const describe = ({ kind, object }: ObjectEvent): string => `${object.metadata.name} was ${kind}`;
 * ```
 */
export type ObjectEvent<T extends KubeObject = KubeObject> =
  | {
      readonly kind: "added";
      readonly object: DeepReadonly<T>;
      /** Whether the object existed before the controller started. */
      readonly isInitial: boolean;
    }
  | { readonly kind: "updated"; readonly before: DeepReadonly<T>; readonly object: DeepReadonly<T> }
  | { readonly kind: "deleted"; readonly object: DeepReadonly<T> };

/**
 * Returns whether a change is relevant. If a predicate throws, the error is logged and the change counts, because an
 * extra run does no harm.
 *
 * @example
 * ```ts
 * import type { Predicate } from "tsop";
 * import type { Secret } from "tsop/k8s/core/v1";
 *
 * export const isTls: Predicate<Secret> = ({ object }) => object.type === "kubernetes.io/tls";
 * ```
 */
export type Predicate<T extends KubeObject = KubeObject> = (event: ObjectEvent<T>) => boolean;

/**
 * Passes updates that changed the desired state, which `metadata.generation` counts. Ignores updates that changed only
 * status, labels or annotations. Passes every change that is not an update.
 *
 * Use it for kinds whose generation the API server counts: custom resources with a status subresource, and most
 * built-in kinds with a spec. Other kinds have no generation, so it would ignore all their updates.
 *
 * @example
 * ```ts
 * import { generationChanged, type Manager, type Reconciler } from "tsop";
 * import { Deployment } from "tsop/k8s/apps/v1";
 *
 * export function setUp(manager: Manager, reconciler: Reconciler): void {
 *   manager.controller("web").for(Deployment, { predicates: [generationChanged] }).complete(reconciler);
 * }
 * ```
 */
export const generationChanged: Predicate = (event) =>
  event.kind !== "updated" || event.before.metadata.generation !== event.object.metadata.generation;

/**
 * Passes updates that changed anything at all.
 *
 * @example
 * ```ts
 * import { type Predicate, resourceVersionChanged } from "tsop";
 *
 * export const predicates: readonly Predicate[] = [resourceVersionChanged];
 * ```
 */
export const resourceVersionChanged: Predicate = (event) =>
  event.kind !== "updated" || event.before.metadata.resourceVersion !== event.object.metadata.resourceVersion;

/**
 * Passes updates that changed a label.
 *
 * @example
 * ```ts
 * import { anyOf, generationChanged, labelsChanged } from "tsop";
 *
 * export const specOrLabels = anyOf(generationChanged, labelsChanged);
 * ```
 */
export const labelsChanged: Predicate = (event) =>
  event.kind !== "updated" || !isSameJson(event.before.metadata.labels ?? {}, event.object.metadata.labels ?? {});

/**
 * Passes updates that changed an annotation.
 *
 * @example
 * ```ts
 * import { annotationsChanged, anyOf, generationChanged } from "tsop";
 *
 * export const specOrAnnotations = anyOf(generationChanged, annotationsChanged);
 * ```
 */
export const annotationsChanged: Predicate = (event) =>
  event.kind !== "updated" ||
  !isSameJson(event.before.metadata.annotations ?? {}, event.object.metadata.annotations ?? {});

/**
 * Passes objects with these labels. Passes an update if the object had the labels before or has them now, so that the
 * loss of a label is noticed.
 *
 * @param selector - as for `list`: labels, or a selector in kubectl's syntax
 * @throws TsopError `cluster/invalid-request` if the selector is invalid
 *
 * @example
 * ```ts
 * import { matchesLabels } from "tsop";
 *
 * export const ours = matchesLabels("app.kubernetes.io/managed-by=operator-demo,tier in (web,db)");
 * ```
 */
export function matchesLabels(selector: Readonly<Record<string, string>> | string): Predicate {
  const matches = parseLabelSelector(selector);
  return (event) =>
    matches(event.object.metadata.labels) || (event.kind === "updated" && matches(event.before.metadata.labels));
}

/**
 * Passes changes that all predicates let pass; without predicates, all changes.
 *
 * @example
 * ```ts
 * import { allOf, generationChanged, matchesLabels } from "tsop";
 *
 * export const ourSpecs = allOf(generationChanged, matchesLabels({ app: "web" }));
 * ```
 */
export function allOf<T extends KubeObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((predicate) => predicate(event));
}

/**
 * Passes changes that at least one of the predicates lets pass.
 *
 * @example
 * ```ts
 * import { annotationsChanged, anyOf, generationChanged } from "tsop";
 *
 * export const specOrAnnotations = anyOf(generationChanged, annotationsChanged);
 * ```
 */
export function anyOf<T extends KubeObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.some((predicate) => predicate(event));
}

/**
 * Passes changes that the predicate does not let pass.
 *
 * @example
 * ```ts
 * import { matchesLabels, not } from "tsop";
 *
 * export const notPaused = not(matchesLabels("paused"));
 * ```
 */
export function not<T extends KubeObject>(predicate: Predicate<T>): Predicate<T> {
  return (event) => !predicate(event);
}
