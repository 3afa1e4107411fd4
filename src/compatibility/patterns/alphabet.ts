/** Divides all characters into classes: no pattern distinguishes between two characters of a class. */
import {
  atLineEnd,
  atLineStart,
  atWordBoundary,
  insideOrOutsideWord,
  type Instruction,
  lastCodePoint,
  type Program,
  type Ranges,
  unknown,
  type Unknown,
} from "./program.js";

/** The part of a condition that depends on a character. */
export type CharacterKind = "newline" | "word" | "other";

export interface CharacterClass {
  /** A member of the class, readable if the class has one. */
  readonly example: string;
  readonly kind: CharacterKind;
}

export interface Alphabet {
  readonly classes: readonly CharacterClass[];
  /** Returns, for each class, whether its characters belong to the set of an instruction. */
  membersOf(ranges: Ranges): readonly boolean[];
}

const newlines: Ranges = [10, 10];
const words: Ranges = [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a];
/** Halves of UTF-16 pairs, which occur in no text of the API. */
const surrogates: Ranges = [0xd800, 0xdfff];

/** The most comparisons of a set of characters with a range. */
const maxWork = 5_000_000;

export function alphabetOf(programs: readonly Program[]): Alphabet | Unknown {
  const sets = new Map<string, Ranges>([surrogates, newlines, words].map((each) => [each.join(), each]));
  for (const { instructions } of programs) {
    for (const each of instructions) if (each.kind === "character") sets.set(each.ranges.join(), each.ranges);
  }
  const starts = startsOf(sets.values());
  if (starts.length * sets.size > maxWork) return unknown("the patterns name too many characters");
  const classOf = classify(starts, sets.values());
  const order = inReadableOrder(starts, classOf, surrogates);
  const isIn = (ranges: Ranges): boolean[] => order.map((codePoint) => contains(ranges, codePoint));
  const kinds = { newline: isIn(newlines), word: isIn(words) };
  const known = new Map<string, readonly boolean[]>();
  return {
    classes: order.map((codePoint, index) => ({
      example: String.fromCodePoint(codePoint),
      kind: kinds.newline[index] === true ? "newline" : kinds.word[index] === true ? "word" : "other",
    })),
    membersOf(ranges) {
      const key = ranges.join();
      const members = known.get(key) ?? isIn(ranges);
      known.set(key, members);
      return members;
    },
  };
}

/** Returns the code points at which a range starts, or the code point after its end. */
function startsOf(sets: Iterable<Ranges>): number[] {
  const starts = new Set([0]);
  for (const ranges of sets) {
    for (let index = 0; index < ranges.length; index += 2) {
      starts.add(ranges[index] ?? 0);
      starts.add((ranges[index + 1] ?? 0) + 1);
    }
  }
  starts.delete(lastCodePoint + 1);
  return [...starts].toSorted((a, b) => a - b);
}

/** Returns the class of each interval: intervals that belong to the same sets form one class. */
function classify(starts: readonly number[], sets: Iterable<Ranges>): readonly number[] {
  let classOf = starts.map(() => 0);
  for (const ranges of sets) {
    const refined = new Map<number, number>();
    let at = 0;
    classOf = classOf.map((current, index) => {
      const start = starts[index] ?? 0;
      while (at < ranges.length && (ranges[at + 1] ?? 0) < start) at += 2;
      const isMember = at < ranges.length && (ranges[at] ?? 0) <= start;
      const key = current * 2 + Number(isMember);
      const next = refined.get(key) ?? refined.size;
      refined.set(key, next);
      return next;
    });
  }
  return classOf;
}

/** Characters that read well, the best first. */
const readable = Array.from(
  "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-._/:@ +=,~!#$%&*?^|;'\"`<>()[]{}\\éßñαΩяЖ漢あ한😀\n\t",
);

/** Returns one character of each class, the most readable first. */
function inReadableOrder(starts: readonly number[], classOf: readonly number[], without: Ranges): readonly number[] {
  const ordered = new Map<number, number>();
  const add = (codePoint: number): void => {
    const found = classOf[intervalOf(starts, codePoint)] ?? 0;
    if (!ordered.has(found)) ordered.set(found, codePoint);
  };
  for (const character of readable) add(character.codePointAt(0) ?? 0);
  const others = starts.filter((start) => !contains(without, start));
  for (const start of others) if (/[\p{L}\p{N}\p{P}\p{S}]/u.test(String.fromCodePoint(start))) add(start);
  for (const start of others) add(start);
  return [...ordered.values()];
}

function intervalOf(starts: readonly number[], codePoint: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= codePoint) low = middle;
    else high = middle - 1;
  }
  return low;
}

function contains(ranges: Ranges, codePoint: number): boolean {
  let [low, high] = [0, ranges.length / 2];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ranges[middle * 2 + 1] ?? 0) < codePoint) low = middle + 1;
    else high = middle;
  }
  return low * 2 < ranges.length && (ranges[low * 2] ?? 0) <= codePoint;
}

/** Returns whether conditions of the program depend on words or lines. */
export function distinguishes(instructions: readonly Instruction[]): { words: boolean; lines: boolean } {
  const bits = instructions.reduce((sum, each) => (each.kind === "condition" ? sum | each.bits : sum), 0);
  return {
    words: (bits & (atWordBoundary | insideOrOutsideWord)) !== 0,
    lines: (bits & (atLineStart | atLineEnd)) !== 0,
  };
}
