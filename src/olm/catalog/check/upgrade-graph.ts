/** The upgrade graph of a channel. Source: operator-registry, alpha/model/model.go (Head, validateReplacesChain). */
import type { ChannelEntry } from "../read/shapes.js";

export interface GraphFault {
  readonly message: string;
  readonly hint: string;
  /** The index of the entry with the fault, if there is a single one. */
  readonly entry?: number;
}

/** Returns the entries that no other entry replaces or skips. A valid channel has one: its head. */
export function headsOf(entries: readonly ChannelEntry[]): string[] {
  const reached = new Set(entries.flatMap(({ replaces = "", skips = [] }) => [replaces, ...skips]));
  reached.delete("");
  const names = new Set(entries.map(({ name = "" }) => name));
  return [...names].filter((name) => !reached.has(name));
}

/** Returns the first fault of the graph, in the order in which operator-registry looks for them. */
export function graphFault(entries: readonly ChannelEntry[]): GraphFault | undefined {
  const [head, ...others] = headsOf(entries);
  if (head === undefined) {
    return {
      message: "has no head: another entry replaces or skips each entry",
      hint: "Remove the edge that leads from the oldest entry back to a newer one.",
    };
  }
  if (others.length > 0) {
    const hint = "Let the newest entry replace or skip the others: `replaces`, `skips`.";
    return { message: `has several heads: ${[head, ...others].toSorted().join(", ")}`, hint };
  }
  return chainFault(entries, head);
}

function chainFault(entries: readonly ChannelEntry[], head: string): GraphFault | undefined {
  const byName = new Map(entries.map((entry, index) => [entry.name ?? "", { entry, index }]));
  const skipped = new Set(entries.flatMap(({ skips = [] }) => skips));
  const chain = [head];
  const reached = new Set(chain);
  for (let current = byName.get(head); current !== undefined;) {
    const next = current.entry.replaces ?? "";
    if (skipped.has(next)) break;
    if (reached.has(next)) {
      const cycle = [...chain.slice(chain.indexOf(next)), next];
      const hint = "Remove one of these `replaces`.";
      return { message: `has a cycle: ${cycle.join(" -> ")}`, hint, entry: current.index };
    }
    chain.push(next);
    reached.add(next);
    current = byName.get(next);
  }
  const stranded = [...byName.keys()].filter((name) => !reached.has(name) && !skipped.has(name)).toSorted();
  if (stranded.length === 0) return undefined;
  const [only, ...others] = stranded;
  const entry = others.length === 0 && only !== undefined ? byName.get(only)?.index : undefined;
  return {
    message: `has entries that no upgrade reaches from the head ${head}: ${stranded.join(", ")}`,
    hint: "Let a newer entry replace or skip them.",
    ...(entry === undefined ? {} : { entry }),
  };
}
