/** How an operator is wired: what its controllers watch, read and write, as the code says it. */
import type { SourceLocation } from "../core/source-location.js";

export interface WiredKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** What the code calls the other cluster that its objects are in; undefined for the operator's own. */
  readonly cluster: string | undefined;
  /** Whether it is Kubernetes' own. */
  readonly isBuiltIn: boolean;
}

export interface WiredController {
  /** The place of the call that makes it: two controllers may have one name by mistake. */
  readonly id: string;
  /** Undefined when the code does not tell. */
  readonly name: string | undefined;
  readonly at: SourceLocation;
}

/** How a controller, or the operator itself, uses a kind; `owns`: it watches what belongs to the kind that it reconciles. */
export type Use = "reconciles" | "owns" | "watches" | "caches" | "reads" | "writes" | "deletes" | "records";

export interface UseLink {
  readonly type: "use";
  /** {@link WiredController.id}; undefined for code that belongs to none of them. */
  readonly controller: string | undefined;
  readonly use: Use;
  readonly kind: WiredKind;
  /** `status`, `scale`; undefined for the object itself. */
  readonly subresource: string | undefined;
  readonly at: SourceLocation;
}

export type WiringLink = { readonly at: SourceLocation } & (
  | UseLink
  /** Objects of one kind own objects of another. */
  | { readonly type: "owner"; readonly owner: WiredKind; readonly owned: WiredKind }
  /** Requests that come from elsewhere than the API server. `name`: what the code calls the place. */
  | { readonly type: "source"; readonly controller: string | undefined; readonly name: string }
  | { readonly type: "webhook"; readonly does: "defaults" | "validates" | "converts"; readonly kind: WiredKind }
);

export interface Wiring {
  readonly controllers: readonly WiredController[];
  readonly links: readonly WiringLink[];
  /** Calls about kinds that the code does not tell. */
  readonly unresolved: readonly { readonly text: string; readonly at: SourceLocation }[];
}
