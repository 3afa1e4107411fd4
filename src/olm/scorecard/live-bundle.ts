/** What an API server says of a bundle: the state of its examples, and what it rejects. */
import type { JsonObject } from "../../core/json.js";

export interface LiveBundle {
  /** The stored object of each example, by its index in `alm-examples`. Rejected examples have none. */
  readonly stored: ReadonlyMap<number, JsonObject>;
  /** Why the API server rejects a CRD or an example of the bundle. */
  readonly rejected: readonly string[];
  /** What limits the tests, such as an example that tsop did not create. */
  readonly remarks: readonly string[];
}

/** Returns the example with the status that the operator has written. Its other fields stay as the bundle has them. */
export function withLiveStatus(example: JsonObject, stored: JsonObject | undefined): JsonObject {
  const status = stored?.["status"];
  return status === undefined ? example : { ...example, status };
}
