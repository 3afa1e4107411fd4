/** The in-process interface of a server: all that `createMemoryClient` of `tsop/testing` uses. */
import type { KubernetesVersion } from "../schema/kubernetes-versions.js";
import type { ObjectMeta } from "./api-object.js";
import type { OwnResponse } from "./http/api-request.js";
import type { KindName } from "./custom-resources/undeclared-kinds.js";
import type { ServedResource } from "./resource.js";

export interface InProcessOptions {
  readonly clock: {
    now(): number;
    /** Calls `callback` once after `ms` milliseconds, and returns a function that cancels it. */
    setTimer(ms: number, callback: () => void): () => void;
  };
  /** The version of Kubernetes. Default: `defaultVersion`. */
  readonly version?: KubernetesVersion;
}

export interface InProcessRequest {
  readonly method: string;
  /** A path with its query. */
  readonly target: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The metadata fields that the server sets itself. */
export type KeptMetadata = Partial<
  Pick<
    ObjectMeta,
    "uid" | "generation" | "creationTimestamp" | "deletionTimestamp" | "deletionGracePeriodSeconds" | "managedFields"
  >
>;

/**
 * A server whose store contains a part of a cluster. At first it contains only priority classes. The server treats everything
 * that objects refer to as existing: namespaces, their service account `default`, owners that were never stored. It does not
 * enforce roles.
 */
export interface InProcessServer {
  /** Answers after everything that follows from a write is done: garbage is collected, definitions are served. */
  request(request: InProcessRequest): Promise<OwnResponse>;
  /**
   * Returns the resource of a kind; undefined if the server does not serve it. From this call on, the server serves an
   * undeclared kind.
   *
   * @param namespace - of the object that is meant; empty for one without a namespace, undefined where that is open
   */
  resourceOf(kind: KindName, namespace: string | undefined): ServedResource | undefined;
  resourcesOf(group: string, version: string): readonly ServedResource[];
  /** Sets metadata that clients cannot write on a stored object, and removes the managers of its fields. */
  keep(resource: ServedResource, namespace: string, name: string, metadata: KeptMetadata): Promise<void>;
}
