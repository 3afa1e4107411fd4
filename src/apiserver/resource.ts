/** What the server serves: each built-in kind and each version of a custom one, as data and a few pure functions. */
import type { Json, JsonObject } from "../core/json.js";
import type { ApiObject } from "./api-object.js";
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
   * Under which key objects are stored: `apps/deployments`, `pods` (`storageKeyOf`). Resources with the same key are views of the same objects
   * (versions of a kind; Events of both groups).
   */
  readonly storageKey: string;
  /** Absent where objects are stored as they are served. */
  readonly conversion?: Conversion;
  readonly type: TypeNode;
  readonly strategy: Strategy;
  /** `status`, `scale` and the like, by name. */
  readonly subresources: ReadonlyMap<string, Subresource>;
  /** What `kubectl get` shows. */
  readonly table: TableView;
  /** Fields that a field selector may name beside metadata.name and metadata.namespace, and how to read them. */
  readonly selectableFields: ReadonlyMap<string, (object: ApiObject) => string>;
  /** Why nothing can be created: the definition is being deleted. */
  readonly createRefusal?: string;
  /** Sent as a Warning header with every answer: the version is deprecated. */
  readonly deprecationWarning?: string;
}

/** The key of objects that are stored under the name of their resource: `apps/deployments`, `pods`. */
export function storageKeyOf(group: string, resource: string): string {
  return group === "" ? resource : `${group}/${resource}`;
}

export interface Conversion {
  /** `apps/v1`: what is in the store. */
  readonly storedApiVersion: string;
  toServed(objects: readonly ApiObject[]): Promise<ApiObject[]>;
  toStored(objects: readonly ApiObject[]): Promise<ApiObject[]>;
  /**
   * Straight from one version to another, of the object or of what is left of it: no defaults, nothing dropped or judged.
   * Absent: by way of the store.
   */
  convert?(object: ApiObject, apiVersion: string): Promise<ApiObject>;
}

/**
 * The rules of a kind. Functions that prepare an object change what they are given; functions that validate change nothing.
 * What all kinds have in common (metadata, names, the resource version, finalizers, immutability of the identity) is not theirs.
 */
export interface Strategy {
  /**
   * Brings what a client sent, and what another version was converted to, into the form of the type: drops fields that it
   * does not have. Called before `setDefaults`. Absent: the type decides alone.
   */
  decode?(object: ApiObject): Decoded;
  /** Fills in what a client may leave out. Called after decoding, and on what is read from the store. */
  setDefaults(object: ApiObject): void;
  /**
   * Before anything else of a create or an update: gives what the server alone gives out (a Service's IP and ports), which
   * depends on what others hold. Throws a StatusError when it is taken.
   */
  allocate?(object: ApiObject, old: ApiObject | undefined, stored: StoredObjects): void;
  /** Before a new object is validated: drops what a client may not set (`status`). */
  prepareForCreate(object: ApiObject, user: UserInfo): void;
  /** Before a changed object is validated: takes from the old one what this endpoint may not change. `now` in ms. */
  prepareForUpdate(object: ApiObject, old: ApiObject, now: number): void;
  validate(object: ApiObject): FieldError[];
  validateUpdate(object: ApiObject, old: ApiObject): FieldError[];
  /** What is wrong with a name (or its beginning, for generateName), in the API server's words; empty when nothing is. */
  validateName(name: string, isPrefix: boolean): string[];
  /** Whether metadata.generation is kept, and which part of the object moves it. Absent: the kind has none. */
  readonly generationOf?: (object: ApiObject) => Json | undefined;
  /** A new object has no generation yet. */
  readonly startsWithoutGeneration?: boolean;
  /** Which fields cannot be owned by a manager who writes here, as paths from the root: [["status"]]. Absent: none. */
  readonly resetFields?: readonly (readonly string[])[];
  /** PUT of an object that is not there creates it (Lease, Endpoints, Secrets do not; see rest.go of each kind). */
  readonly allowsCreateOnUpdate: boolean;
  /** PUT without resourceVersion overwrites. */
  readonly allowsUnconditionalUpdate: boolean;
  /** Sent as Warning headers with the answer to a write. */
  warnings?(object: ApiObject, old: ApiObject | undefined): string[];
  /** Of a pod: how long it may take to end. Absent: deleted at once. */
  readonly defaultGracePeriodSeconds?: (object: ApiObject) => number;
  /** Of a Namespace, whose spec has finalizers of its own: while there are some, an object that is deleted is marked and stays. */
  readonly ownFinalizers?: { isPending(object: ApiObject): boolean; mark(object: ApiObject, now: number): void };
  /** What happens to dependents when a delete does not say. Default: `Background`. */
  readonly defaultPropagationPolicy?: "Background" | "Orphan";
}

export interface Decoded {
  /** What was dropped, as strict field validation lists it: `spec.foo`. */
  readonly unknownFields: readonly string[];
  /** Why the object cannot be read at all; goes behind `Foo in version "v1" cannot be handled as a Foo: `. */
  readonly fault?: string;
}

/** A part of an object with endpoint of its own. */
export type Subresource = PartialUpdate | ScaleSubresource | ActionSubresource;

/** An object that is written by another strategy: `status`, `resize`, `finalize`, `approval`. */
export interface PartialUpdate {
  readonly type: "update";
  readonly verbs: readonly ("get" | "patch" | "update")[];
  readonly strategy: Pick<Strategy, "prepareForUpdate" | "validateUpdate" | "warnings">;
  /** Which fields cannot be owned by a manager who writes here, as paths from the root: [["spec"]]. */
  readonly resetFields: readonly (readonly string[])[];
}

export interface ScaleSubresource {
  readonly type: "scale";
  /** As in a CRD: `.spec.replicas`. */
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  /** To a text (a CRD's) or to a LabelSelector object (a built-in kind's). */
  readonly labelSelectorPath?: string;
}

/** Created, answers with something of its own: `token`, `eviction`, `binding`. Handled in endpoints/actions. */
export interface ActionSubresource {
  readonly type: "action";
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly verbs: readonly Verb[];
  /** Of what is sent; absent of what is no object (`exec`, `log`). */
  readonly schema: TypeNode | undefined;
}

export interface TableView {
  readonly columns: readonly TableColumn[];
  /** One cell for each column. `now` in ms; ages are relative to it. */
  cells(object: ApiObject, now: number): Json[];
  /** Of the rows of a list. Absent: as they are stored. */
  readonly compareRows?: (left: ApiObject, right: ApiObject) => number;
}

export interface TableColumn {
  readonly name: string;
  readonly type: string;
  readonly format: string;
  readonly description: string;
  /** 0: always shown; more: with `-o wide`. */
  readonly priority: number;
}

/** What a request knows of the user: for admission, authorization and TokenReview. */
export interface UserInfo {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** A write that admission may change or refuse. */
export interface AdmissionAttributes {
  readonly operation: "CREATE" | "UPDATE" | "DELETE" | "CONNECT";
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** In the version of the request; absent of a delete. Mutating admission changes it in place or replaces it. */
  object: ApiObject | undefined;
  readonly oldObject: ApiObject | undefined;
  readonly options: JsonObject;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** For the Warning headers of the answer. */
  readonly warnings: string[];
}

export interface AdmissionPlugin {
  /** May change `attributes.object`; throws a StatusError to refuse. */
  mutate?(attributes: AdmissionAttributes): Promise<void> | void;
  validate?(attributes: AdmissionAttributes): Promise<void> | void;
}

/** Reads what is stored, for plugins, authorizers and controllers: objects are frozen in spirit, never to be changed. */
export interface StoredObjects {
  get(storageKey: string, namespace: string, name: string): ApiObject | undefined;
  list(storageKey: string, namespace?: string): readonly ApiObject[];
}

/** Not defined by a CustomResourceDefinition. Go's names are known of built-in types alone. */
export function isBuiltIn({ type }: Pick<ServedResource, "type">): boolean {
  return type.typeName !== undefined;
}
