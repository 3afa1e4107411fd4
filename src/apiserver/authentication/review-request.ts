/** Resources that are created and never stored: the answer is the request with its status filled in. */
import type { ApiObject } from "../api-object.js";
import type { UserInfo } from "../resource.js";

export interface ReviewRequest {
  /** Decoded and defaulted, with the namespace of the URL in its metadata. The handler answers with a new one. */
  readonly object: ApiObject;
  readonly user: UserInfo;
  /** Of the URL; empty for a resource of the cluster. */
  readonly namespace: string;
  /** Of the URL: whose subresource it is. Empty where it is none. */
  readonly name: string;
  readonly isDryRun: boolean;
  /** For the Warning headers of the answer. */
  readonly warnings: string[];
  /** Validating admission: between the handler's own validation and its work. */
  readonly admit: (object: ApiObject) => Promise<void>;
}

/** Refuses with a StatusError. */
export type ReviewHandler = (request: ReviewRequest) => Promise<ApiObject>;
