import type { Kind, KubeObject } from "../../kube/objects.js";

/**
 * A value in which any field may be missing, even a required one, at any depth: the rest of an object when the API
 * server converts a part of it. A field with an object or a list may also be null, which is its rest without its
 * fields.
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
    ? {
        [Field in keyof T]: string extends Field ? PartOf<T[Field]> : PartOf<T[Field]> | Missing<T[Field]>;
      }
    : T;

type Missing<Value> = undefined | ([Extract<Value, object>] extends [never] ? never : null);

/**
 * The argument of a converter: an object, or a part of it in which any field may be missing. When a client applies an
 * object on the server's side (`kubectl apply --server-side`) in another version than before, the API server converts
 * the parts that each field manager owns, to find the removed fields. `apiVersion` and `kind` are always present; a
 * missing `spec` becomes `{}`.
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
 * An object in another version, without the fields that identify it, which the API server does not allow a conversion
 * to change. You must write optional fields too (`status: undefined`), so that none is lost by mistake. A field that a
 * part lacks stays undefined. Labels and annotations are optional; if absent, they stay unchanged.
 */
export type Converted<T extends KubeObject> = {
  // Deliberately not homomorphic: a field that is optional in T is required here.
  readonly [Field in Exclude<keyof T, "apiVersion" | "kind" | "metadata">]: PartOf<T[Field]> | undefined;
} & { readonly metadata?: Pick<T["metadata"], "labels" | "annotations"> };

/**
 * A type whose every field must be written, including optional fields. Use it for the `spec` that a conversion returns,
 * so that the compiler names a forgotten field.
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
  // The keys of Required<T>, so that none may be left out; the values of T, so that an optional field may be undefined.
  [Field in keyof Required<T>]: T[Field];
};

/**
 * An object with the fields of all members of a union, each optional. A conversion reads and returns such an object,
 * because it need not know the member: a value has only the fields of its member. Each field must have the same type in
 * all members that have it, as in a CRD.
 *
 * @example
 * ```ts
 * import type { AllFields, PartOf } from "tsop";
 *
 * type Backend = { kind: "file"; path: string } | { kind: "bucket"; name: string };
 *
 * export const pathOf = (backend: PartOf<AllFields<Backend>>): string | undefined => backend.path;
 * ```
 */
export type AllFields<Union> = {
  [Field in FieldOf<Union>]?: ValueOf<Union, Field>;
};

// Both distribute over the members.
type FieldOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Field> = Union extends unknown ? (Field extends keyof Union ? Union[Field] : never) : never;

/**
 * Converts between the hub, the version that all others are converted through, and another version. Both directions
 * must preserve everything: `keepLost` stores the fields that a version does not have in an annotation
 * ({@link SpokeOptions}). Both directions also get parts of objects: see {@link ObjectPart}.
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
  // Properties and not methods, so that the compiler rejects a converter that requires whole objects.
  readonly toHub: (object: ObjectPart<Spoke>) => Converted<Hub> | Promise<Converted<Hub>>;
  readonly fromHub: (hub: ObjectPart<Hub>) => Converted<Spoke> | Promise<Converted<Spoke>>;
}

/**
 * The options of {@link spoke}.
 *
 * @example
 * ```ts
 * import type { SpokeOptions } from "tsop";
 *
 * export const options: SpokeOptions = { keepLost: true, listKeys: { v1: { "spec.rules": ["host"] } } };
 * ```
 */
export interface SpokeOptions {
  /**
   * Whether to keep the values that the other version cannot store. Default: false.
   *
   * A conversion runs the reverse conversion, too. What this loses goes into an annotation of the converted object, as
   * JSON: `GROUP/v1-fields` contains values of v1. On the way back, the values return, except where a client has changed
   * the field or the list item in the meantime: then the change wins. A client that deletes the annotation deletes these
   * values. Clients can also write the annotation, and no schema validates the values in it: read restored fields as
   * carefully as any other data of users. Kubernetes limits all annotations of an object to 256 KiB together.
   */
  readonly keepLost?: boolean;
  /**
   * The fields that identify an item of a list, by version and by the path of the list, with `[]` for the items of an
   * outer list. With them, an item gets its values back after a client has changed its other fields. Without, only
   * unchanged items do. Default: none.
   */
  readonly listKeys?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

declare const hubType: unique symbol;

/** A version other than the hub, with its conversions. {@link spoke} creates it. */
export interface Spoke<Hub extends KubeObject> {
  readonly kind: Kind;
  readonly converter: Converter<KubeObject, KubeObject>;
  readonly options: SpokeOptions;
  /** Never set; lets the compiler check whether spokes and hub match. */
  [hubType]?(hub: Hub): Hub;
}

/**
 * Defines how one version of a kind is converted to the hub and back; see {@link Converter}.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind, type ObjectPart, spoke } from "tsop";
 *
 * interface BarV1 extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: number };
 * }
 * const BarV1 = defineKind<BarV1>("foo.abc.com/v1", "Bar");
 * interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
 *   spec: { size: number; image?: string };
 * }
 *
 * // An object of v1 keeps the image in the annotation foo.abc.com/v2-fields.
 * export const v1 = spoke(
 *   BarV1,
 *   {
 *     toHub: ({ spec }) => ({ spec: { size: spec.size } }),
 *     fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: { size: spec.size } }),
 *   },
 *   { keepLost: true },
 * );
 * ```
 */
export function spoke<Hub extends KubeObject, Version extends KubeObject>(
  kind: Kind<Version>,
  converter: Converter<Hub, Version>,
  options: SpokeOptions = {},
): Spoke<Hub> {
  // The apiVersion of an object decides which converter gets it.
  return {
    kind,
    converter: converter as unknown as Converter<KubeObject, KubeObject>,
    options,
  };
}
