/**
 * The resources that the server serves: each built-in kind and each version of a custom kind, as data and a few pure functions.
 */
import type { Json, JsonObject } from "../core/json.js";
import type { ApiObject } from "./api-object.js";
import type { AuditNotes } from "./audit/audit-notes.js";
import type { FieldError } from "../core/field-error.js";
import type { TypeNode } from "./types/type-node.js";

export type Verb = "create" | "delete" | "deletecollection" | "get" | "list" | "patch" | "update" | "watch";

/** A resource in one of its versions. */
export interface ServedResource {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** Plural, as in a URL. */
  readonly resource: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly Verb[];
  /**
   * The key that objects are stored under: `apps/deployments`, `pods` (`storageKeyOf`). Resources with the same key are views
   * of the same objects (versions of a kind; Events of both groups).
   */
  readonly storageKey: string;
  /** The API version in which kube-apiserver stores the objects, if it does not serve that version. */
  readonly storedApiVersion?: string;
  /** Absent if objects are stored as they are served. */
  readonly conversion?: Conversion;
  readonly type: TypeNode;
  readonly strategy: Strategy;
  /** `status`, `scale` and the like, by name. */
  readonly subresources: ReadonlyMap<string, Subresource>;
  /** The columns of `kubectl get`. */
  readonly table: TableView;
  /** Fields that a field selector may name in addition to metadata.name and metadata.namespace, and how to read them. */
  readonly selectableFields: ReadonlyMap<string, (object: ApiObject) => string>;
  /** The reason why the server rejects every create: the definition is being deleted. */
  readonly createRefusal?: string;
  /** Sent as a Warning header with every response: the version is deprecated. */
  readonly deprecationWarning?: string;
}

/** Returns the key of objects that are stored under the name of their resource: `apps/deployments`, `pods`. */
export function storageKeyOf(group: string, resource: string): string {
  return group === "" ? resource : `${group}/${resource}`;
}

export interface Conversion {
  /** The version in the store: `apps/v1`. */
  readonly storedApiVersion: string;
  toServed(objects: readonly ApiObject[]): Promise<ApiObject[]>;
  toStored(objects: readonly ApiObject[]): Promise<ApiObject[]>;
  /**
   * Converts an object, or the rest of one, directly between two versions: sets no defaults, drops and validates nothing. If
   * absent, conversion goes through the stored version.
   */
  convert?(object: ApiObject, apiVersion: string): Promise<ApiObject>;
}

/**
 * The rules of a kind. Functions that prepare an object change their argument; functions that validate change nothing. A
 * strategy does not cover what all kinds have in common: metadata, names, the resource version, finalizers, immutability of the
 * identity.
 */
export interface Strategy {
  /**
   * Brings an object that a client sent, or that was converted from another version, into the form of the type: drops unknown
   * fields. Called before `setDefaults`. If absent, the type alone decides.
   */
  decode?(object: ApiObject): Decoded;
  /**
   * Brings an object from the store into the form of the current schema: drops what an earlier schema declared and this one does
   * not, and drops what it cannot read. Called before `setDefaults`. If absent, the type of stored objects never changes.
   */
  decodeStored?(object: ApiObject): void;
  /** Sets the defaults of fields that a client may omit. Called after decoding, and on objects read from the store. */
  setDefaults(object: ApiObject): void;
  /**
   * Runs first in a create or an update: allocates values that only the server assigns (a Service's IP and ports), which depend
   * on other objects. Throws a StatusError if a value is already allocated.
   */
  allocate?(object: ApiObject, old: ApiObject | undefined, stored: StoredObjects): void;
  /** Runs before a new object is validated: drops fields that a client may not set (`status`). */
  prepareForCreate(object: ApiObject, user: UserInfo): void;
  /**
   * Runs before a changed object is validated: copies from the old object the fields that this endpoint may not change. `now`
   * in ms.
   */
  prepareForUpdate(object: ApiObject, old: ApiObject, now: number): void;
  validate(object: ApiObject): FieldError[];
  validateUpdate(object: ApiObject, old: ApiObject): FieldError[];
  /** Returns the API server's messages about an invalid name (or its prefix, for generateName); empty if the name is valid. */
  validateName(name: string, isPrefix: boolean): string[];
  /** Returns the part of the object whose changes increment metadata.generation. Absent: the kind has no generation. */
  readonly generationOf?: (object: ApiObject) => Json | undefined;
  /** A new object has no generation. */
  readonly startsWithoutGeneration?: boolean;
  /**
   * The fields that a manager cannot own by writing through this endpoint, as paths from the root: [["status"]]. Absent: none.
   */
  readonly resetFields?: readonly (readonly string[])[];
  /** PUT of an object that does not exist creates it (not for Lease, Endpoints, Secrets; see rest.go of each kind). */
  readonly allowsCreateOnUpdate: boolean;
  /** PUT without resourceVersion overwrites. */
  readonly allowsUnconditionalUpdate: boolean;
  /** Returns warnings, sent as Warning headers with the response to a write. */
  warnings?(object: ApiObject, old: ApiObject | undefined): string[];
  /** For pods: how long a pod may take to end. Absent: deleted at once. */
  readonly defaultGracePeriodSeconds?: (object: ApiObject) => number;
  /** For a Namespace, whose spec has separate finalizers: while any remain, a delete marks the object and keeps it. */
  readonly ownFinalizers?: { isPending(object: ApiObject): boolean; mark(object: ApiObject, now: number): void };
  /** The policy for dependents if a delete sets none. Default: `Background`. */
  readonly defaultPropagationPolicy?: "Background" | "Orphan";
}

export interface Decoded {
  /** The dropped fields, as strict field validation lists them: `spec.foo`. */
  readonly unknownFields: readonly string[];
  /** The reason why the object cannot be read; follows `Foo in version "v1" cannot be handled as a Foo: `. */
  readonly fault?: string;
}

/** A part of an object with its own endpoint. */
export type Subresource = PartialUpdate | ScaleSubresource | ActionSubresource;

/** A subresource that writes the object by another strategy: `status`, `resize`, `finalize`, `approval`. */
export interface PartialUpdate {
  readonly type: "update";
  readonly verbs: readonly ("get" | "patch" | "update")[];
  readonly strategy: Pick<Strategy, "prepareForUpdate" | "validateUpdate" | "warnings">;
  /** The fields that a manager cannot own by writing through this endpoint, as paths from the root: [["spec"]]. */
  readonly resetFields: readonly (readonly string[])[];
}

export interface ScaleSubresource {
  readonly type: "scale";
  /** As in a CRD: `.spec.replicas`. */
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  /** The path to a text (in a CRD) or to a LabelSelector object (in a built-in kind). */
  readonly labelSelectorPath?: string;
}

/**
 * A subresource that clients create and that returns an object of another kind: `token`, `eviction`, `binding`. Handled in
 * endpoints/actions.
 */
export interface ActionSubresource {
  readonly type: "action";
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly verbs: readonly Verb[];
  /** The schema of the request body; absent if the body is not an object (`exec`, `log`). */
  readonly schema: TypeNode | undefined;
  /** Whether GET returns a text. Default: false. */
  readonly isText?: boolean;
}

export interface TableView {
  readonly columns: readonly TableColumn[];
  /** One cell for each column. `now` in ms; ages are relative to it. `listed`: all objects of a list; empty for a single object. */
  cells(object: ApiObject, now: number, listed: readonly ApiObject[]): Json[];
  /** The order of the rows of a list. Absent: the order in the store. */
  readonly compareRows?: (left: ApiObject, right: ApiObject) => number;
  /** Without objects, `rows` is null, as kube-apiserver answers for some kinds. Default: an empty list. */
  readonly nullIfEmpty?: boolean;
}

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0: always shown; more: with `-o wide`. */
  readonly priority: number;
}

/** The user's data that a request carries: for admission, authorization and TokenReview. */
export interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A write that admission may change or reject. */
export interface AdmissionAttributes {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** In the version of the request; absent for a delete. Mutating admission changes it in place or replaces it. */
  object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  readonly options: JsonObject;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** Sent as Warning headers of the response. */
  readonly warnings: string[];
  readonly audit: AuditNotes;
}

export interface AdmissionPlugin {
  /** May change `attributes.object`. */
  readonly mutate?: AdmissionStep;
  readonly validate?: AdmissionStep;
}

/** Throws a StatusError to reject the write. */
export type AdmissionStep = (attributes: AdmissionAttributes) => Promise<void> | void;

/**
 * Reads stored objects for plugins, authorizers and controllers. Callers must never change the objects, although they are not
 * frozen.
 */
export interface StoredObjects {
  get(storageKey: string, namespace: string, name: string): ApiObject | undefined;
  list(storageKey: string, namespace?: string): readonly ApiObject[];
}

/** Returns whether no CustomResourceDefinition defines the resource. Only built-in types have known Go names. */
export function isBuiltIn({ type }: Pick<ServedResource, "type">): boolean {
  return type.typeName !== undefined;
}
