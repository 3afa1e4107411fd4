import type { Kind } from "../../kube/kind.js";
import type { KubeObject } from "../../kube/objects.js";

/**
 * An object in another version: all of it but what identifies it, which the API server does not let a conversion change.
 * A field that may be absent has to be written all the same (`status: undefined`), so that none is lost by forgetting it.
 * Labels and annotations may be said; left out, they stay as they are.
 */
export type Converted<T extends KubeObject> = {
  // Not homomorphic, by intention: what is optional in T is not here.
  readonly [Field in Exclude<keyof T, "apiVersion" | "kind" | "metadata">]: T[Field] | undefined;
} & { readonly metadata?: Pick<T["metadata"], "labels" | "annotations"> };

/**
 * A type whose every field has to be written, those too that may be absent: what a conversion makes of a `spec`, so that the
 * compiler names a field that was forgotten.
 *
 * @example
 * ```ts
 * import type { EveryField } from "tsop";
 *
 * interface BarSpec {
 *   size: number;
 *   image?: string;
 * }
 *
 * export function toBar(spec: { replicas: number }): EveryField<BarSpec> {
 *   return { size: spec.replicas, image: undefined };
 * }
 * ```
 */
export type EveryField<T> = {
  // Of Required<T>, so that none may be left out; of T, so that undefined may be said of what is optional.
  [Field in keyof Required<T>]: T[Field];
};

/**
 * Converts between the hub, the version that all others are converted through, and one of the others. Both ways have to keep
 * everything: what a version has no field for goes into an annotation.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind, type Manager, spoke } from "tsop";
 *
 * interface BarV1 extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: number };
 * }
 * const BarV1 = defineKind<BarV1>("foo.abc.com/v1", "Bar");
 * interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
 *   spec: { replicas: number };
 * }
 * const BarV2 = defineKind<BarV2>("foo.abc.com/v2", "Bar");
 *
 * export function setUp(manager: Manager): void {
 *   const v1 = spoke(BarV1, {
 *     toHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
 *     fromHub: ({ spec }: BarV2) => ({ spec: { size: spec.replicas } }),
 *   });
 *   manager.webhook(BarV2).withConversion(v1).complete();
 * }
 * ```
 */
export interface Converter<Hub extends KubeObject, Spoke extends KubeObject> {
  toHub(object: Spoke): Converted<Hub> | Promise<Converted<Hub>>;
  fromHub(hub: Hub): Converted<Spoke> | Promise<Converted<Spoke>>;
}

declare const hubType: unique symbol;

/** A version beside the hub, and how to get there and back. Made by {@link spoke}. */
export interface Spoke<Hub extends KubeObject> {
  readonly kind: Kind;
  readonly converter: Converter<KubeObject, KubeObject>;
  /** Never there; lets the compiler see whether spokes and hub fit. */
  readonly [hubType]?: (hub: Hub) => Hub;
}

/** Says how one version of a kind is converted to the hub and back; see {@link Converter}. */
export function spoke<Hub extends KubeObject, Version extends KubeObject>(
  kind: Kind<Version>,
  converter: Converter<Hub, Version>,
): Spoke<Hub> {
  // Which objects it is given is decided by their apiVersion.
  return { kind, converter: converter };
}
