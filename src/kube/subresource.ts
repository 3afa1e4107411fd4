/**
 * The subresources of objects: scale, eviction, the tokens of a service account, and any other subresource that a kind
 * serves.
 */
import type { ApplyOptions, CallOptions, DeepPartial, Patch, WriteOptions } from "./client.js";
import type { Kind, KubeObject, ObjectKey, ObjectMeta, Status, Unstructured } from "./objects.js";

/** The current and the desired number of replicas; the same for every kind that can be scaled. */
export interface Scale extends KubeObject {
  apiVersion: "autoscaling/v1";
  kind: "Scale";
  spec?: { replicas?: number };
  status?: {
    replicas: number;
    /** The pods that are counted, as a selector in kubectl's syntax. */
    selector?: string;
  };
}

/** Requests the eviction of a pod, unless it would violate a PodDisruptionBudget (429 `TooManyRequests`). */
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
    /** The intended receivers of the token. Default: the API server. */
    audiences?: string[];
    /** The lifetime in seconds. Default one hour; the server may choose another value. */
    expirationSeconds?: number;
    /** The token becomes invalid when this object is deleted. */
    boundObjectRef?: { apiVersion?: string; kind?: string; name?: string; uid?: string };
  };
  status?: { token: string; expirationTimestamp: string };
}

/** The body of a subresource. Its identity and that of its object are optional: the client adds them. */
export type SubresourceBody<Body extends KubeObject> = Omit<Body, keyof KubeObject> & PartialIdentity<Body>;

/** The fields of a subresource to apply. */
export type SubresourceFields<Body extends KubeObject> = DeepPartial<Omit<Body, keyof KubeObject>> &
  PartialIdentity<Body>;

type PartialIdentity<Body extends KubeObject> = Partial<Pick<Body, "apiVersion" | "kind">> & {
  metadata?: Partial<ObjectMeta>;
};

/**
 * Reads and writes one subresource of objects. Not every subresource supports every verb: the API server rejects the
 * others with 405 `MethodNotAllowed`.
 *
 * @throws TsopError `cluster/kind-not-served` if the kind does not have this subresource
 */
export interface SubresourceClient<Body extends KubeObject, Created = Body> {
  /** Returns the subresource, or undefined if the object does not exist. */
  get(kind: Kind, key: ObjectKey, options?: CallOptions): Promise<Body | undefined>;
  /** @throws ApiError with reason `NotFound` if the object does not exist */
  getOrThrow(kind: Kind, key: ObjectKey, options?: CallOptions): Promise<Body>;
  create(kind: Kind, key: ObjectKey, body: SubresourceBody<Body>, options?: WriteOptions): Promise<Created>;
  update(kind: Kind, key: ObjectKey, body: SubresourceBody<Body>, options?: WriteOptions): Promise<Body>;
  patch(kind: Kind, key: ObjectKey, patch: Patch, options?: WriteOptions): Promise<Body>;
  apply(kind: Kind, key: ObjectKey, fields: SubresourceFields<Body>, options?: ApplyOptions): Promise<Body>;
}

/** Returns the client for a subresource, by its name. */
export interface SubresourceAccess {
  /** The number of replicas; the same for Deployments, StatefulSets and custom resources. */
  (name: "scale"): SubresourceClient<Scale>;
  /** A subresource of pods; supports only `create`. */
  (name: "eviction"): SubresourceClient<Eviction, Status>;
  /** A subresource of service accounts; supports only `create`. */
  (name: "token"): SubresourceClient<TokenRequest>;
  /** Any other JSON subresource, such as `resize`, `ephemeralcontainers`, `approval`, `binding`. */
  <Body extends KubeObject = Unstructured>(name: string): SubresourceClient<Body>;
}
