/** Requests that show what a change of an API breaks. */
import type { ExactJsonObject } from "../../core/json.js";

/**
 * `forward`: the old CRD accepts the requests, and the new CRD then judges them. `back`: the new CRD accepts them, and the old
 * CRD judges them, as after a rollback.
 */
export type WitnessDirection = "forward" | "back";

export interface Witness {
  readonly direction: WitnessDirection;
  readonly writes: Writes;
  readonly outcome: Outcome;
}

/** What clients send. */
export type Writes =
  /** A client creates the object. */
  | { readonly kind: "create"; readonly object: ExactJsonObject }
  /** A client replaces the stored object by another one. */
  | { readonly kind: "update"; readonly object: ExactJsonObject; readonly second: ExactJsonObject }
  /** Two clients use server-side apply, one after the other. The second one forces its fields. */
  | { readonly kind: "apply"; readonly object: ExactJsonObject; readonly second: ExactJsonObject };

/** What the API server does under the other CRD. */
export type Outcome =
  /** It rejects an update of the stored object that changes only an annotation. Ratcheting does not help. */
  | { readonly kind: "update-rejected"; readonly message: string }
  /** It returns the stored object with another value at the place. */
  | { readonly kind: "read-changed"; readonly before: ExactJsonObject; readonly after: ExactJsonObject }
  /** It accepts such updates of the stored object, and rejects a request that creates the same object. */
  | { readonly kind: "create-rejected"; readonly message: string }
  /** It stores the same request with another value at the place. */
  | { readonly kind: "create-changed"; readonly before: ExactJsonObject; readonly after: ExactJsonObject }
  /** It rejects the change from the stored object to the second one. */
  | { readonly kind: "change-rejected"; readonly message: string }
  /** It rejects one of the two that are applied. */
  | { readonly kind: "apply-rejected"; readonly message: string }
  /** It merges the two that are applied into another object. */
  | { readonly kind: "apply-changed"; readonly before: ExactJsonObject; readonly after: ExactJsonObject };

/** The result of the search for a witness of one change. */
export type WitnessSearch =
  | { readonly kind: "found"; readonly witness: Witness; readonly tried: number }
  /** `tried`: the number of attempts that the API server judged. */
  | { readonly kind: "none"; readonly tried: number };
