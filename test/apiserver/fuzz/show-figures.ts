import type { FoundDisagreement, FuzzFigures } from "./fuzz-run.js";

/** Prints each shape of disagreement once, with its number and its first example. */
export function showFigures({ requests, sequences, agreed, known, found }: FuzzFigures): string {
  const shapes = new Map<string, FoundDisagreement[]>();
  for (const each of found) {
    const key = `${each.kind}: ${each.shape}`;
    shapes.set(key, [...(shapes.get(key) ?? []), each]);
  }
  const order = ["verdict", "words", "object"];
  const sorted = [...shapes].sort(
    ([, left], [, right]) => order.indexOf(left[0]!.kind) - order.indexOf(right[0]!.kind) || right.length - left.length,
  );
  return [
    `${requests} requests in ${sequences} sequences: ${agreed} agreed`,
    ...[...known].map(([what, count]) => `  ${count} known: ${what}`),
    `  ${found.length} disagreements of ${shapes.size} shapes`,
    ...sorted.flatMap(([key, all]) => ["", `${all.length} × ${key}`, `  ${describe(all[0]!)}`]),
  ].join("\n");
}

function describe({ request, seed, details }: FoundDisagreement): string {
  const { method, path, query, headers, body } = request;
  const text = body === undefined ? "" : "json" in body ? JSON.stringify(body.json) : body.bytes.toString();
  const line = `${method} ${path}${query.length === 0 ? "" : `?${query.join("&")}`} ${JSON.stringify(headers)}`;
  return `seed ${seed}: ${line}\n  ${text.slice(0, 1_000)}\n    ${details.slice(0, 2_500)}`;
}
