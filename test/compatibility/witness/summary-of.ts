import type { Change } from "../../../src/compatibility/change.js";
import type { WitnessSearch } from "../../../src/compatibility/witness/witness.js";

/** Shows the witnesses: the direction, the outcome, and the specs of the objects. */
export function summaryOf(found: ReadonlyMap<Change, WitnessSearch>): string[] {
  return [...found].map(([{ detail }, search]) => {
    if (search.kind === "none") return `${detail.kind}: none`;
    const { direction, outcome, writes } = search.witness;
    const specs = writes.kind === "create" ? [writes.object] : [writes.object, writes.second];
    const shown = specs.map(({ spec }) => JSON.stringify(spec)).join(" then ");
    return `${detail.kind}: ${direction} ${outcome.kind} ${shown}`;
  });
}
