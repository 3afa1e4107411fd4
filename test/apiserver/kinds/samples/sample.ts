import type { JsonObject } from "../../../../src/core/json.js";

/** An object that the API server accepts, with as many compatible fields as possible. */
export interface Sample {
  /** The path to post it to: `/api/v1/namespaces/$ns/configmaps`. */
  readonly path: string;
  readonly object: JsonObject;
  /** A valid status; absent if clients cannot write one. */
  readonly status?: JsonObject;
}
