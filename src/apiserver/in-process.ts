/** The face of a server that a client asks in its own process: `createMemoryClient` of `tsop/testing` knows no more of it. */
import type { ObjectMeta } from "./api-object.js";
import type { ApiResponse } from "./http/api-request.js";
import type { KindName } from "./custom-resources/undeclared-kinds.js";
import type { ServedResource } from "./resource.js";

export interface InProcessOptions {
  readonly clock: {
    now(): number;
    /** Calls back once after so many milliseconds, and returns what cancels it. */
    setTimer(ms: number, callback: () => void): () => void;
  };
}

export interface InProcessRequest {
  readonly method: string;
  /** A path with its query. */
  readonly target: string;
  /** Their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** What the server gives out itself. */
export type KeptMetadata = Partial<
  Pick<
    ObjectMeta,
    "uid" | "generation" | "creationTimestamp" | "deletionTimestamp" | "deletionGracePeriodSeconds" | "managedFields"
  >
>;

/**
 * A server whose store holds a part of a cluster. Besides priority classes it is empty at first; what objects refer to
 * counts as there: namespaces, their service account `default`, owners that were never stored. Roles decide nothing.
 */
export interface InProcessServer {
  /** Answers once all that follows from a write has been done: garbage is collected, definitions are served. */
  request(request: InProcessRequest): Promise<ApiResponse>;
  /**
   * The resource of a kind; undefined when the server does not serve it. The server serves an undeclared kind from this call on.
   *
   * @param namespace - of the object that is meant; empty for one without a namespace, undefined where that is open
   */
  resourceOf(kind: KindName, namespace: string | undefined): ServedResource | undefined;
  resourcesOf(group: string, version: string): readonly ServedResource[];
  /** Gives a stored object metadata that clients cannot write, and takes away the managers of its fields. */
  keep(resource: ServedResource, namespace: string, name: string, metadata: KeptMetadata): Promise<void>;
}
