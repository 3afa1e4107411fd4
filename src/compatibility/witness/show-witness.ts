/** Shows the result of a search for a witness, in one sentence. */
import { printExactJson } from "../../core/exact-json.js";
import type { ExactJsonObject } from "../../core/json.js";
import type { Outcome, WitnessSearch } from "./witness.js";

export function showWitness(search: WitnessSearch): string {
  const { tried } = search;
  if (search.kind === "none")
    return tried === 0
      ? "none: tsop found no object to try"
      : `none: ${tried} objects were tried, and none shows the change`;
  const { direction, object, outcome } = search.witness;
  const [accepts, judges] = direction === "forward" ? ["old", "new"] : ["new", "old"];
  const parts = Object.entries(object).filter(([name]) => name !== "apiVersion" && name !== "kind");
  return `${show(Object.fromEntries(parts))} is valid under the ${accepts} CRD. Under the ${judges} CRD, the API server ${sayOutcome(outcome)}`;
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
  }
}

const longest = 300;

function show(object: ExactJsonObject): string {
  return short(printExactJson(object));
}

function short(text: string): string {
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
