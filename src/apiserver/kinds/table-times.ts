import type { ApiObject } from "../api-object.js";
import type { JsonObject } from "../json.js";
import { textOf } from "../json-fields.js";

/** How long ago an object was made, as `kubectl get` shows it. */
export function ageOf(object: ApiObject, now: number): string {
  return timeSince(object.metadata, "creationTimestamp", now);
}

/** How long ago the time at a field was. */
export function timeSince(object: JsonObject | undefined, name: string, now: number): string {
  const text = textOf(object, name);
  return text === "" ? "<unknown>" : showDuration(now - Date.parse(text));
}

/** Source: k8s.io/apimachinery/pkg/util/duration/duration.go (HumanDuration). */
export function showDuration(ms: number): string {
  const seconds = Math.trunc(ms / 1000);
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  const minutes = Math.trunc(seconds / 60);
  if (minutes < 10) return withRest(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  const hours = Math.trunc(minutes / 60);
  if (hours < 8) return withRest(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  const days = Math.trunc(hours / 24);
  if (days < 8) return withRest(days, "d", hours % 24, "h");
  if (days < 730) return `${days}d`;
  const years = Math.trunc(days / 365);
  return years < 8 ? withRest(years, "y", days % 365, "d") : `${years}y`;
}

function withRest(whole: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${whole}${unit}` : `${whole}${unit}${rest}${restUnit}`;
}
