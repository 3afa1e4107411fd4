import type { JsonValue } from "../../core/json.js";
import { differences } from "../differences.js";
import type { State } from "./state.js";

/** What is not as it is undisturbed, a line each. */
export function stateDifferences(undisturbed: State, killed: State): string[] {
  const keys = [...new Set([...undisturbed.keys(), ...killed.keys()])].sort();
  return keys.flatMap((key) => {
    if (!killed.has(key)) return [`${key} is missing`];
    if (!undisturbed.has(key)) return [`${key} is not there undisturbed`];
    return differences(undisturbed.get(key), killed.get(key)).map(
      ({ path, before, after }) => `${key} ${path}: ${show(before)} undisturbed, ${show(after)} here`,
    );
  });
}

function show(value: JsonValue | undefined): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
