/** Finds the shortest text that matches some patterns, and does not match others. */
import { alphabetOf } from "./alphabet.js";
import { Automaton, type Budget } from "./automaton.js";
import { readProgram, type Program, unknown, type Unknown } from "./program.js";

export interface TextSearch {
  /** The text matches all these patterns. */
  readonly matching: readonly string[];
  /** The text does not match at least one of these patterns; undefined if that does not matter. */
  readonly failing?: readonly string[] | undefined;
  /** In characters. Default: 0. */
  readonly minLength?: number | undefined;
  /** In characters. Default: no limit. */
  readonly maxLength?: number | undefined;
}

/** The text, or the proof that there is none. */
export type FoundText = { readonly kind: "found"; readonly text: string } | { readonly kind: "none" } | Unknown;

/** The most visited instructions and states: about a second. */
const defaultWork = 5_000_000;
/** The cost of storing a prefix, which takes memory as well as time. */
const storing = 20;

/** A text that the search can continue: the states of all automata after it, and how to get there. */
interface Prefix {
  readonly states: readonly number[];
  readonly previous?: Prefix;
  readonly last?: string;
}

export function findText(search: TextSearch, work = defaultWork): FoundText {
  const { matching, failing, minLength = 0, maxLength = Infinity } = search;
  if (failing?.length === 0 || minLength > maxLength || minLength === Infinity) return { kind: "none" };
  const programs: Program[] = [];
  for (const pattern of [...matching, ...(failing ?? [])]) {
    const program = readProgram(pattern);
    if ("kind" in program) return program;
    programs.push(program);
  }
  const alphabet = alphabetOf(programs);
  if ("kind" in alphabet) return alphabet;
  const budget: Budget = { left: work };
  const automata = programs.map((program) => new Automaton(program, alphabet, budget));
  const [wanted, unwanted] = [automata.slice(0, matching.length), automata.slice(matching.length)];
  const isWanted = ({ states }: Prefix): boolean =>
    wanted.every((each, index) => each.accepts(states[index] ?? 0)) &&
    (failing === undefined || unwanted.some((each, index) => !each.accepts(states[wanted.length + index] ?? 0)));
  const isHopeless = (states: readonly number[]): boolean =>
    wanted.some((each, index) => each.isHopeless(states[index] ?? 0));
  let layer: readonly Prefix[] = [{ states: automata.map(({ start }) => start) }];
  // From the minimum length on, a combination of states that has occurred leads to nothing new.
  const seen = new Set<string>();
  for (let length = 0; layer.length > 0 && length <= maxLength; length += 1) {
    const found = length < minLength ? undefined : layer.find(isWanted);
    if (found !== undefined) return { kind: "found", text: textOf(found) };
    const next: Prefix[] = [];
    const known = length + 1 > minLength ? seen : new Set<string>();
    for (const prefix of layer) {
      for (const [index, { example }] of alphabet.classes.entries()) {
        budget.left -= automata.length;
        if (budget.left < 0) return unknown(`the search took more than ${work} steps`);
        const states = automata.map((each, at) => each.step(prefix.states[at] ?? 0, index));
        const key = states.join();
        if (known.has(key) || isHopeless(states)) continue;
        known.add(key);
        budget.left -= storing;
        next.push({ states, previous: prefix, last: example });
      }
    }
    layer = next;
  }
  return { kind: "none" };
}

function textOf(prefix: Prefix): string {
  const characters: string[] = [];
  for (let at: Prefix | undefined = prefix; at?.last !== undefined; at = at.previous) characters.push(at.last);
  return characters.toReversed().join("");
}
