/** Shows the result of a search for a witness, in one sentence. */
import { printExactJson } from "../../core/exact-json.js";
import type { ExactJsonObject } from "../../core/json.js";
import type { Outcome, WitnessSearch, Writes } from "./witness.js";

/** @param judge - what accepts and rejects the objects */
export function showWitness(search: WitnessSearch, judge: "CRD" | "definition" = "CRD"): string {
  const { tried } = search;
  if (search.kind === "none")
    return tried === 0
      ? "none: tsop found no object to try"
      : `none: ${tried} objects were tried, and none shows the change`;
  const { direction, writes, outcome } = search.witness;
  const [accepts, judges] = direction === "forward" ? (["old", "new"] as const) : (["new", "old"] as const);
  return `${sayWrites(writes, outcome, `${accepts} ${judge}`)} Under the ${judges} ${judge}, the API server ${sayOutcome(outcome)}`;
}

function sayWrites(writes: Writes, outcome: Outcome, crd: string): string {
  const object = show(writes.object);
  switch (writes.kind) {
    case "create":
      return `${object} is valid under the ${crd}.`;
    case "update":
      return `Under the ${crd}, a client can change ${object} to ${show(writes.second)}.`;
    case "apply": {
      const both = `One client applies ${object}, and another client applies ${show(writes.second)}.`;
      return outcome.kind === "apply-changed"
        ? `${both} Under the ${crd}, the API server merges them into ${show(outcome.before)}.`
        : `${both} Both are valid under the ${crd}.`;
    }
  }
}

function sayOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case "update-rejected":
      return `rejects every update of it: ${short(outcome.message)}`;
    case "create-rejected":
      return `rejects a request that creates it: ${short(outcome.message)}`;
    case "read-changed":
      return `returns the stored object as ${show(outcome.after)}.`;
    case "create-changed":
      return `stores a request that creates it as ${show(outcome.after)}.`;
    case "change-rejected":
      return `rejects this update: ${short(outcome.message)}`;
    case "apply-rejected":
      return `rejects this: ${short(outcome.message)}`;
    case "apply-changed":
      return `stores ${show(outcome.after)}.`;
  }
}

const longest = 300;

/** Shows the fields that a client sets. */
function show(object: ExactJsonObject): string {
  const parts = Object.entries(object).filter(([name]) => name !== "apiVersion" && name !== "kind");
  return short(printExactJson(Object.fromEntries(parts)));
}

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
