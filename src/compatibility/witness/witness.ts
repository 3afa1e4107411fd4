/** An object that shows what a change of an API breaks. */
import type { ExactJsonObject } from "../../core/json.js";

/**
 * `forward`: the old CRD accepts the object, and the new CRD then judges it. `back`: the new CRD accepts it, and the old CRD
 * judges it, as after a rollback.
 */
export type WitnessDirection = "forward" | "back";

export interface Witness {
  readonly direction: WitnessDirection;
  /** What a client creates. */
  readonly object: ExactJsonObject;
  readonly outcome: Outcome;
}

/** What the embedded API server does with the object under the other CRD. */
export type Outcome =
  /** It rejects an update of the stored object that changes only an annotation. Ratcheting does not help. */
  | { readonly kind: "update-rejected"; readonly message: string }
  /** It returns the stored object with another value at the place. */
  | { readonly kind: "read-changed"; readonly before: ExactJsonObject; readonly after: ExactJsonObject }
  /** It accepts such updates of the stored object, and rejects a request that creates the same object. */
  | { readonly kind: "create-rejected"; readonly message: string }
  /** It stores the same request with another value at the place. */
  | { readonly kind: "create-changed"; readonly before: ExactJsonObject; readonly after: ExactJsonObject };

/** The result of the search for a witness of one change. */
export type WitnessSearch =
  | { readonly kind: "found"; readonly witness: Witness; readonly tried: number }
  /** `tried`: the number of objects that the API server judged. */
  | { readonly kind: "none"; readonly tried: number };
