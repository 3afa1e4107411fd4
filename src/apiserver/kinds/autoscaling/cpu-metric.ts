import type { JsonObject } from "../../../core/json.js";

/** In percent of what pods request. */
export function cpuMetric(utilization: number): JsonObject {
  const target = { type: "Utilization", averageUtilization: utilization };
  return { type: "Resource", resource: { name: "cpu", target } };
}
