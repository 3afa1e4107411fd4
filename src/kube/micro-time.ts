import type { MicroTime } from "./scalars.js";

/** RFC 3339 with six digits, which the API server insists on. */
export function toMicroTime(ms: number): MicroTime {
  return new Date(ms).toISOString().replace("Z", "000Z");
}
