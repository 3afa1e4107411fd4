import type { JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { textOf } from "../json-fields.js";
import { showDuration } from "../tables/human-duration.js";

/** How long ago an object was made, as `kubectl get` shows it. */
export function ageOf(object: ApiObject, now: number): string {
  return timeSince(object.metadata, "creationTimestamp", now);
}

/** How long ago the time at a field was. */
export function timeSince(object: JsonObject | undefined, name: string, now: number): string {
  const text = textOf(object, name);
  return text === "" ? "<unknown>" : showDuration(now - Date.parse(text));
}
