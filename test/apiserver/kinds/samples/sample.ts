import type { JsonObject } from "../../../../src/core/json.js";

/** An object that the API server takes, with as many of its fields set as go together. */
export interface Sample {
  /** Where it is posted: `/api/v1/namespaces/$ns/configmaps`. */
  readonly path: string;
  readonly object: JsonObject;
  /** What its status may say; absent where it has none that a client may write. */
  readonly status?: JsonObject;
}
