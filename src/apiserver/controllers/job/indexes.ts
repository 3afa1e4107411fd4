/** The indexes of an Indexed Job. Source: kubernetes/pkg/controller/job/indexed_job_utils.go. */
import type { Pod } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";

export const indexAnnotation = "batch.kubernetes.io/job-completion-index";

/** Returns the index of a pod; undefined for one without an index below the number of completions. */
export function indexOf({ metadata }: Stored<Pod>, completions: number): number | undefined {
  const text = metadata.annotations?.[indexAnnotation] ?? "";
  return /^\d{1,10}$/.test(text) && Number(text) < completions ? Number(text) : undefined;
}

/** Reads `1,3-5`. Skips what it cannot read, and each index that does not follow the one before it: Kubernetes requires rising order. */
export function parseIndexes(text: string, completions: number): Set<number> {
  const indexes = new Set<number>();
  let next = 0;
  for (const part of text.split(",")) {
    const [, first, last = first] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(part) ?? [];
    if (first === undefined) continue;
    const end = Math.min(Number(last), completions - 1);
    for (next = Math.max(next, Number(first)); next <= end; next += 1) indexes.add(next);
  }
  return indexes;
}

/** Prints `1,3-5`; two numbers in a row make no range. */
export function showIndexes(indexes: ReadonlySet<number>): string {
  const ranges: { first: number; last: number }[] = [];
  for (const index of [...indexes].sort((left, right) => left - right)) {
    const range = ranges.at(-1);
    if (range?.last === index - 1) range.last = index;
    else ranges.push({ first: index, last: index });
  }
  return ranges
    .map(({ first, last }) => (first === last ? `${first}` : `${first}${last === first + 1 ? "," : "-"}${last}`))
    .join(",");
}

/** Returns the first indexes that are not taken. */
export function freeIndexes(count: number, completions: number, taken: ReadonlySet<number>): number[] {
  const free: number[] = [];
  for (let index = 0; index < completions && free.length < count; index += 1) if (!taken.has(index)) free.push(index);
  return free;
}
