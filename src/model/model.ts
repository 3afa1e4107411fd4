/** The content of a project's sources, independent of TypeScript: the input of all generators. */
import type { SourceLocation } from "../core/source-location.js";
import type { Annotations, Tag } from "./annotations.js";
import type { TypeUse } from "./type-model.js";
import type { WebhooksModel } from "./webhooks.js";

/** One version of one kind of custom resource. */
export interface KindModel {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly annotations: Annotations;
  /** The whole object without apiVersion and kind. */
  readonly type: TypeUse;
  readonly at: SourceLocation;
  /** The location of `CustomResource<"group/version", "Kind">`, which names group and version. */
  readonly identityAt: SourceLocation;
  /** Whether the sources pass the kind to a controller: `.for(Kind)`. */
  readonly hasController: boolean;
}

export interface Model {
  readonly kinds: readonly KindModel[];
  /** The kinds of other projects that the code uses and whose types tsop has read. */
  readonly foreign: readonly KindModel[];
  /** The `@rbac` tags of all files, in the order of files and lines. */
  readonly rbac: readonly Tag[];
  /** The permissions that the code needs. */
  readonly permissions: readonly InferredPermission[];
  /** The locations of `@rbac` tags for code whose required permissions are unknown. */
  readonly speaking: readonly SourceLocation[];
  readonly webhooks: WebhooksModel;
}

/** A permission that the operator needs because of its code. */
export interface InferredPermission {
  readonly apiVersion: string;
  readonly kind: string;
  /** `status`, `finalizers`; undefined for the resource itself. */
  readonly subresource: string | undefined;
  readonly verbs: readonly string[];
  /** The code that needs it: `client.get(Deployment)`. */
  readonly why: string;
  readonly at: SourceLocation;
}

/** A call that needs a permission that the code does not reveal. */
export interface UnresolvedCall {
  /** The unknown part: the kind, or the owner of the method. */
  readonly unknown: "kind" | "receiver";
  readonly why: string;
  readonly at: SourceLocation;
}
