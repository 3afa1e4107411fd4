/** Numbers of pods that may be percentages. Source: k8s.io/apimachinery/pkg/util/intstr. */

/** Resolves a number, or a percentage of the total. */
export function resolvePercent(value: number | string | undefined, total: number, round: "up" | "down"): number {
  if (typeof value === "number" || value === undefined) return value ?? 0;
  const part = (Number.parseInt(value, 10) * total) / 100;
  return round === "up" ? Math.ceil(part) : Math.floor(part);
}
