/** What lies below an object: its scale, its eviction, the tokens of a service account, and whatever else a kind serves. */
import type { ApplyOptions, CallOptions, DeepPartial, Patch, WriteOptions } from "./client.js";
import type { Kind, KubeObject, ObjectKey, ObjectMeta, Status, Unstructured } from "./objects.js";

/** How many there are of something, and how many there should be; the same for every kind that can be scaled. */
export interface Scale extends KubeObject {
  apiVersion: "autoscaling/v1";
  kind: "Scale";
  spec?: { replicas?: number };
  status?: {
    replicas: number;
    /** Which pods are counted, in kubectl's syntax. */
    selector?: string;
  };
}

/** Asks for a pod to go, unless that would break a PodDisruptionBudget (429 `TooManyRequests`). */
export interface Eviction extends KubeObject {
  apiVersion: "policy/v1";
  kind: "Eviction";
  deleteOptions?: {
    gracePeriodSeconds?: number;
    propagationPolicy?: "Background" | "Foreground" | "Orphan";
    preconditions?: { uid?: string; resourceVersion?: string };
  };
}

/** A token of a service account. */
export interface TokenRequest extends KubeObject {
  apiVersion: "authentication.k8s.io/v1";
  kind: "TokenRequest";
  spec: {
    /** Who may be shown the token. Default: the API server. */
    audiences?: string[];
    /** Default one hour; the server may give another. */
    expirationSeconds?: number;
    /** The token dies with this object. */
    boundObjectRef?: { apiVersion?: string; kind?: string; name?: string; uid?: string };
  };
  status?: { token: string; expirationTimestamp: string };
}

/** The body of a subresource. What it says of itself and of its object may be left out: it is filled in. */
export type SubresourceBody<Body extends KubeObject> = Omit<Body, keyof KubeObject> & PartialIdentity<Body>;

/** Fields of a subresource to apply. */
export type SubresourceFields<Body extends KubeObject> = DeepPartial<Omit<Body, keyof KubeObject>> &
  PartialIdentity<Body>;

type PartialIdentity<Body extends KubeObject> = Partial<Pick<Body, "apiVersion" | "kind">> & {
  metadata?: Partial<ObjectMeta>;
};

/**
 * Reads and writes one subresource of objects. Not every subresource knows every verb: the API server refuses the others
 * with 405 `MethodNotAllowed`.
 *
 * @throws TsopError `cluster/kind-not-served` when the kind has no such subresource
 */
export interface SubresourceClient<Body extends KubeObject, Created = Body> {
  /** Undefined when there is no such object. */
  get(kind: Kind, key: ObjectKey, options?: CallOptions): Promise<Body | undefined>;
  /** @throws ApiError with reason `NotFound` when there is no such object */
  getOrThrow(kind: Kind, key: ObjectKey, options?: CallOptions): Promise<Body>;
  create(kind: Kind, key: ObjectKey, body: SubresourceBody<Body>, options?: WriteOptions): Promise<Created>;
  update(kind: Kind, key: ObjectKey, body: SubresourceBody<Body>, options?: WriteOptions): Promise<Body>;
  patch(kind: Kind, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<Body>;
  apply(kind: Kind, key: ObjectKey, fields: SubresourceFields<Body>, options?: ApplyOptions): Promise<Body>;
}

/** Finds the client of a subresource by its name. */
export interface SubresourceAccess {
  /** How many replicas; the same for Deployments, StatefulSets and custom resources. */
  (name: "scale"): SubresourceClient<Scale>;
  /** Of pods; knows `create` alone. */
  (name: "eviction"): SubresourceClient<Eviction, Status>;
  /** Of service accounts; knows `create` alone. */
  (name: "token"): SubresourceClient<TokenRequest>;
  /** Any other that speaks JSON, such as `resize`, `ephemeralcontainers`, `approval`, `binding`. */
  <Body extends KubeObject = Unstructured>(name: string): SubresourceClient<Body>;
}
