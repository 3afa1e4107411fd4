/** A deterministic automaton, built state by state as a search needs it, that tells whether a text contains a match. */
import { type Alphabet, type CharacterKind, distinguishes } from "./alphabet.js";
import {
  atEnd,
  atLineEnd,
  atLineStart,
  atStart,
  atWordBoundary,
  insideOrOutsideWord,
  type Program,
  type Ranges,
} from "./program.js";

/** The work that a search may still do, in visited instructions and states. */
export interface Budget {
  left: number;
}

/** The cost of storing a state, which takes memory as well as time. */
const storing = 20;

interface State {
  /** The instructions that wait for the next character, or the end. */
  readonly waiting: readonly number[];
  readonly before: CharacterKind | "start";
  /** Whether the text so far contains a match: then every longer text does, too. */
  readonly isFound: boolean;
  /** By class of characters; filled when asked for. */
  readonly next: (number | undefined)[];
  readonly closures: Map<CharacterKind | "end", Closure>;
}

interface Closure {
  readonly isMatch: boolean;
  /** The instructions that consume a character. */
  readonly consuming: readonly number[];
}

/** Like the API server, it searches for a match anywhere in the text, so that a match begins at every position. */
export class Automaton {
  readonly start = 0;
  readonly #program: Program;
  readonly #alphabet: Alphabet;
  readonly #budget: Budget;
  readonly #distinguishes: { readonly words: boolean; readonly lines: boolean };
  readonly #states: State[] = [];
  readonly #numbers = new Map<string, number>();
  /** By instruction. */
  readonly #members: (readonly boolean[] | undefined)[] = [];
  #beginsLater: boolean | undefined;

  constructor(program: Program, alphabet: Alphabet, budget: Budget) {
    this.#program = program;
    this.#alphabet = alphabet;
    this.#budget = budget;
    this.#distinguishes = distinguishes(program.instructions);
    this.#add([], "start", false);
  }

  /** Returns whether a text that ends in this state contains a match. */
  accepts(state: number): boolean {
    const found = this.#states[state];
    return found !== undefined && (found.isFound || this.#closure(found, "end").isMatch);
  }

  /** Returns whether no text that goes on from this state contains a match. */
  isHopeless(state: number): boolean {
    const found = this.#states[state];
    if (found === undefined || found.isFound || found.before === "start" || found.waiting.length > 0) return false;
    return !(this.#beginsLater ??= this.#canBeginLater());
  }

  /** Returns the state after a character of a class. */
  step(state: number, characterClass: number): number {
    const from = this.#states[state];
    const { kind } = this.#alphabet.classes[characterClass] ?? { kind: "other" };
    if (from === undefined || from.isFound) return state;
    const known = from.next[characterClass];
    if (known !== undefined) return known;
    const { isMatch, consuming } = this.#closure(from, kind);
    const waiting = new Set<number>();
    for (const each of isMatch ? [] : consuming) {
      const instruction = this.#program.instructions[each];
      if (instruction?.kind !== "character") continue;
      if (this.#membersAt(each, instruction.ranges)[characterClass] === true) waiting.add(instruction.target);
    }
    this.#budget.left -= consuming.length;
    const sorted = isMatch ? [] : [...waiting].toSorted((a, b) => a - b);
    const next = this.#add(sorted, isMatch ? "other" : this.#seenAs(kind), isMatch);
    from.next[characterClass] = next;
    return next;
  }

  #membersAt(instruction: number, ranges: Ranges): readonly boolean[] {
    return (this.#members[instruction] ??= this.#alphabet.membersOf(ranges));
  }

  /** Returns the kind of a character as far as the conditions of the program distinguish it. */
  #seenAs(kind: CharacterKind): CharacterKind {
    if (kind === "newline") return this.#distinguishes.lines ? kind : "other";
    return kind === "word" && this.#distinguishes.words ? kind : "other";
  }

  #add(waiting: readonly number[], before: State["before"], isFound: boolean): number {
    const key = `${String(isFound)} ${before} ${waiting.join()}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#budget.left -= storing + waiting.length;
    const number = this.#states.length;
    this.#states.push({ waiting, before, isFound, next: [], closures: new Map() });
    this.#numbers.set(key, number);
    return number;
  }

  #closure(state: State, after: CharacterKind | "end"): Closure {
    const known = state.closures.get(after);
    if (known !== undefined) return known;
    const made = this.#follow([...state.waiting, this.#program.start], bitsBetween(state.before, after));
    state.closures.set(after, made);
    return made;
  }

  /** Follows the instructions that consume no character. */
  #follow(from: readonly number[], bits: number): Closure {
    const open = [...from];
    const seen = new Set(from);
    const consuming: number[] = [];
    let isMatch = false;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      this.#budget.left -= 1;
      const instruction = this.#program.instructions[at];
      if (instruction?.kind === "match") isMatch = true;
      if (instruction?.kind === "character") consuming.push(at);
      const targets =
        instruction?.kind === "fork"
          ? instruction.targets
          : instruction?.kind === "condition" && (instruction.bits & ~bits) === 0
            ? [instruction.target]
            : [];
      for (const target of targets) {
        if (!seen.has(target)) open.push(target);
        seen.add(target);
      }
    }
    return { isMatch, consuming };
  }

  #canBeginLater(): boolean {
    const { isMatch, consuming } = this.#follow([this.#program.start], ~atStart);
    return isMatch || consuming.length > 0;
  }
}

/** Returns the conditions that are true between two characters. */
function bitsBetween(before: State["before"], after: CharacterKind | "end"): number {
  const start = before === "start" ? atStart | atLineStart : before === "newline" ? atLineStart : 0;
  const end = after === "end" ? atEnd | atLineEnd : after === "newline" ? atLineEnd : 0;
  return start | end | ((before === "word") === (after === "word") ? insideOrOutsideWord : atWordBoundary);
}
