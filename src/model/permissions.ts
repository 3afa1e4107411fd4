import type { SourceLocation } from "../core/source-location.js";

/** A permission that the operator needs, because its code does something. */
export interface InferredPermission {
  readonly apiVersion: string;
  readonly kind: string;
  /** `status`, `finalizers`; undefined for the resource itself. */
  readonly subresource: string | undefined;
  readonly verbs: readonly string[];
  /** What the code does: `client.get(Deployment)`. */
  readonly why: string;
  readonly at: SourceLocation;
}

/** A call whose kind cannot be told from the code. */
export interface UnresolvedCall {
  readonly why: string;
  readonly at: SourceLocation;
}
