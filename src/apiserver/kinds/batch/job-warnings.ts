/** Source: kubernetes/pkg/api/job/warnings.go. */
import type { JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { numberOf, objectOf } from "../../json-fields.js";
import { templateWarnings } from "../warnings/pod-warnings.js";

const manyCompletions = 100_000;
const muchParallelism = 10_000;

export function jobWarnings(spec: JsonObject, path: string, object: ApiObject, old: ApiObject | undefined): string[] {
  const isChanged = old === undefined || object.metadata.generation !== old.metadata.generation;
  const isMuch =
    spec["completionMode"] === "Indexed" &&
    (numberOf(spec, "completions") ?? 0) > manyCompletions &&
    (numberOf(spec, "parallelism") ?? 0) > muchParallelism;
  const advice =
    "In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail";
  return [
    ...(isChanged && isMuch ? [`${path}: ${advice}`] : []),
    ...templateWarnings(objectOf(spec, "template"), `${path}.template`, object, old),
  ];
}
