/** Formats a duration in at most two units, the largest ones: `5m30s`, `3d`. Source: k8s.io/apimachinery/pkg/util/duration. */
export function showDuration(milliseconds: number): string {
  const seconds = Math.trunc(milliseconds / 1000);
  const minutes = Math.trunc(seconds / 60);
  const hours = Math.trunc(minutes / 60);
  const days = Math.trunc(hours / 24);
  // Clocks may differ by a second.
  if (seconds < -1) return "<invalid>";
  if (seconds < 0) return "0s";
  if (seconds < 120) return `${seconds}s`;
  if (minutes < 10) return withRest(minutes, "m", seconds % 60, "s");
  if (minutes < 180) return `${minutes}m`;
  if (hours < 8) return withRest(hours, "h", minutes % 60, "m");
  if (hours < 48) return `${hours}h`;
  if (days < 8) return withRest(days, "d", hours % 24, "h");
  if (days < 365 * 2) return `${days}d`;
  if (days < 365 * 8) return withRest(Math.trunc(days / 365), "y", days % 365, "d");
  return `${Math.trunc(days / 365)}y`;
}

function withRest(count: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${count}${unit}` : `${count}${unit}${rest}${restUnit}`;
}

/** Formats the age of something that began at a time in RFC 3339. */
export function showAge(since: string | undefined, now: number): string {
  if (since === undefined || since === "" || since === "null") return "<unknown>";
  const began = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(since) ? Date.parse(since) : Number.NaN;
  return Number.isNaN(began) ? "<invalid>" : showDuration(now - began);
}
