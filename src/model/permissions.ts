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

/** A call that needs a permission, nobody can tell from the code which. */
export interface UnresolvedCall {
  /** What is not known: the kind that it is about, or whose method it calls. */
  readonly unknown: "kind" | "receiver";
  readonly why: string;
  readonly at: SourceLocation;
}
