/** Resources that are created and never stored: the response is the request with its status. */
import type { ApiObject } from "../api-object.js";
import type { AuditNotes } from "../audit/audit-notes.js";
import type { UserInfo } from "../resource.js";

export interface ReviewRequest {
  /** Decoded, with defaults, and with the namespace of the URL in its metadata. The handler returns a new object. */
  readonly object: ApiObject;
  readonly user: UserInfo;
  /** The namespace of the URL; empty for a cluster-scoped resource. */
  readonly namespace: string;
  /** The name in the URL: the owner of the subresource. Empty if there is no subresource. */
  readonly name: string;
  readonly isDryRun: boolean;
  /** Sent as Warning headers of the response. */
  readonly warnings: string[];
  readonly audit: AuditNotes;
  /** Runs validating admission, between the handler's own validation and its work. */
  readonly admit: (object: ApiObject) => Promise<void>;
}

/** Answers a review. Throws a StatusError to reject it. */
export type ReviewHandler = (request: ReviewRequest) => Promise<ApiObject>;
