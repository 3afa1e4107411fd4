import type { Kind, KubeObject } from "../../kube/objects.js";

/**
 * A value of which any field may be missing, required ones too, at any depth: what is left of an object when the API server
 * converts a part of it. A field that holds an object or a list may also be null, which is what remains of it without its fields.
 *
 * @example
 * ```ts
 * import type { PartOf } from "tsop";
 *
 * interface BarSpec {
 *   rules: { host: string }[];
 * }
 *
 * export const hostsOf = ({ rules }: PartOf<BarSpec>): (string | undefined)[] | undefined => rules?.map(({ host }) => host);
 * ```
 */
export type PartOf<T> = T extends readonly (infer Item)[]
  ? PartOf<Item>[]
  : T extends object
    ? { [Field in keyof T]: string extends Field ? PartOf<T[Field]> : PartOf<T[Field]> | Missing<T[Field]> }
    : T;

type Missing<Value> = undefined | ([Extract<Value, object>] extends [never] ? never : null);

/**
 * What a converter is given: an object, or a part of it, in which any field may be missing. When a client applies an object on
 * the server's side (`kubectl apply --server-side`) in another version than before, the API server converts the parts that each
 * field manager owns, to see which fields go away. `apiVersion` and `kind` are always there; a `spec` that is missing comes as `{}`.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind, type ObjectPart, spoke } from "tsop";
 *
 * interface BarV1 extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { hosts: string[] };
 * }
 * const BarV1 = defineKind<BarV1>("foo.abc.com/v1", "Bar");
 * interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
 *   spec: { rules: { host: string }[] };
 * }
 *
 * export const v1 = spoke(BarV1, {
 *   toHub: ({ spec }) => ({ spec: { rules: spec.hosts?.map((host) => ({ host })) } }),
 *   fromHub: ({ spec }: ObjectPart<BarV2>) => ({
 *     spec: { hosts: spec.rules?.map(({ host }) => host ?? "") },
 *   }),
 * });
 * ```
 */
export type ObjectPart<T extends KubeObject> = {
  [Field in keyof T]: Field extends "apiVersion" | "kind"
    ? T[Field]
    : Field extends "metadata"
      ? Partial<T[Field]>
      : Field extends "spec"
        ? PartOf<T[Field]>
        : PartOf<T[Field]> | undefined;
};

/**
 * An object in another version: all of it but what identifies it, which the API server does not let a conversion change.
 * A field that may be absent has to be written all the same (`status: undefined`), so that none is lost by forgetting it.
 * What a part lacks stays undefined. Labels and annotations may be said; left out, they stay as they are.
 */
export type Converted<T extends KubeObject> = {
  // Not homomorphic, by intention: what is optional in T is not here.
  readonly [Field in Exclude<keyof T, "apiVersion" | "kind" | "metadata">]: PartOf<T[Field]> | undefined;
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
 * everything: what a version has no field for goes into an annotation. Both are also given parts of objects: see {@link ObjectPart}.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind, type Manager, type ObjectPart, spoke } from "tsop";
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
 *     fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: { size: spec.replicas } }),
 *   });
 *   manager.webhook(BarV2).withConversion(v1).complete();
 * }
 * ```
 */
export interface Converter<Hub extends KubeObject, Spoke extends KubeObject> {
  // Properties and not methods, so that the compiler refuses a converter that wants whole objects.
  readonly toHub: (object: ObjectPart<Spoke>) => Converted<Hub> | Promise<Converted<Hub>>;
  readonly fromHub: (hub: ObjectPart<Hub>) => Converted<Spoke> | Promise<Converted<Spoke>>;
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
  return { kind, converter: converter as unknown as Converter<KubeObject, KubeObject> };
}
