import type { JsonObject } from "../../../core/json.js";
import { objectsOf, textOf } from "../../json-fields.js";

/** Whether a condition of a Job is true. */
export function hasCondition(status: JsonObject, type: string): boolean {
  const isMeant = (condition: JsonObject): boolean =>
    textOf(condition, "type") === type && textOf(condition, "status") === "True";
  return objectsOf(status, "conditions").some(isMeant);
}
