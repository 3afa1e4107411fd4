/** The wiring of an operator: what its controllers watch, read and write, according to the code. */
import type { SourceLocation } from "../core/source-location.js";

export interface WiredKind {
  readonly apiVersion: string;
  readonly kind: string;
  /** The name in the code of the other cluster with its objects; undefined for the operator's own cluster. */
  readonly cluster: string | undefined;
  /** Whether it is one of Kubernetes' own kinds. */
  readonly isBuiltIn: boolean;
}

export interface WiredController {
  /** The location of the call that creates it: two controllers can have the same name by mistake. */
  readonly id: string;
  /** Undefined if the code does not reveal it. */
  readonly name: string | undefined;
  readonly at: SourceLocation;
}

/** How a controller, or the operator itself, uses a kind; `owns`: it watches objects that belong to the reconciled kind. */
export type Use = "reconciles" | "owns" | "watches" | "caches" | "reads" | "writes" | "deletes" | "records";

export interface UseLink {
  readonly type: "use";
  /** {@link WiredController.id}; undefined for code that belongs to no controller. */
  readonly controller: string | undefined;
  readonly use: Use;
  readonly kind: WiredKind;
  /** `status`, `scale`; undefined for the object itself. */
  readonly subresource: string | undefined;
  /** True if the operator also works in clusters without the kind: `owns(Monitor, { isOptional: true })`. */
  readonly isOptional?: true;
  readonly at: SourceLocation;
}

export type WiringLink = { readonly at: SourceLocation } & (
  | UseLink
  /** Objects of one kind own objects of another. */
  | { readonly type: "owner"; readonly owner: WiredKind; readonly owned: WiredKind }
  /** Requests from sources other than the API server. `name`: the name of the source in the code. */
  | { readonly type: "source"; readonly controller: string | undefined; readonly name: string }
  | { readonly type: "webhook"; readonly does: "defaults" | "validates" | "converts"; readonly kind: WiredKind }
);

export interface Wiring {
  readonly controllers: readonly WiredController[];
  readonly links: readonly WiringLink[];
  /** Calls whose kinds the code does not reveal. */
  readonly unresolved: readonly { readonly text: string; readonly at: SourceLocation }[];
}
