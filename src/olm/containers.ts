import { type ExactJsonObject, isJsonObject } from "../core/json.js";
import { listAt } from "../core/object-fields.js";

/** Returns a Pod whose containers are changed. */
export function mapContainers(
  pod: ExactJsonObject,
  change: (container: ExactJsonObject) => ExactJsonObject,
): ExactJsonObject {
  const changed = (key: string): ExactJsonObject =>
    pod[key] === undefined ? {} : { [key]: listAt(pod, key).map((each) => (isJsonObject(each) ? change(each) : each)) };
  return { ...pod, ...changed("initContainers"), ...changed("containers") };
}
