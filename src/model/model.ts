/** What the sources of a project say, free of TypeScript: the input of all generators. */
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
  /** Where `CustomResource<"group/version", "Kind">` names group and version. */
  readonly identityAt: SourceLocation;
  /** Whether the sources hand the kind to a controller: `.for(Kind)`. */
  readonly hasController: boolean;
}

export interface Model {
  readonly kinds: readonly KindModel[];
  /** The `@rbac` tags of all files, in the order of files and lines. */
  readonly rbac: readonly Tag[];
  /** What the code does, and so needs. */
  readonly permissions: readonly InferredPermission[];
  /** Where `@rbac` tags stand that speak for code whose needs cannot be told. */
  readonly speaking: readonly SourceLocation[];
  readonly webhooks: WebhooksModel;
}

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
