/** What the sources of a project say, free of TypeScript: the input of all generators. */
import type { SourceLocation } from "../core/source-location.js";
import type { Annotations, Tag } from "./annotations.js";
import type { InferredPermission } from "./permissions.js";
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
