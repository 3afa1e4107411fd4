/** Reads the compiled form of a pattern: the instructions of the engine that also matches texts. */
import { RE2JS } from "re2js";
import { isJsonObject } from "../../core/json.js";

/** A set of code points: the first and the last of each range, in pairs, ascending. */
export type Ranges = readonly number[];

export type Instruction =
  | { readonly kind: "fork"; readonly targets: readonly number[] }
  /** Continues only where the conditions are true: a combination of {@link atStart} and the other bits. */
  | { readonly kind: "condition"; readonly bits: number; readonly target: number }
  | { readonly kind: "character"; readonly ranges: Ranges; readonly target: number }
  | { readonly kind: "match" }
  | { readonly kind: "fail" };

export interface Program {
  readonly start: number;
  readonly instructions: readonly Instruction[];
}

export interface Unknown {
  readonly kind: "unknown";
  /** A phrase that follows "because". */
  readonly reason: string;
}

/** The bits of conditions, as in Go's regexp/syntax (EmptyOp). */
export const atLineStart = 1;
export const atLineEnd = 2;
export const atStart = 4;
export const atEnd = 8;
export const atWordBoundary = 16;
export const insideOrOutsideWord = 32;

export const lastCodePoint = 0x10ffff;
/** The most instructions of a pattern: RE2 itself limits repetitions to 1000. */
const maxInstructions = 20_000;

/** The engine's numbers of instructions. Source: re2js, class Inst; Go's regexp/syntax has the same instructions. */
const [fork, forkToMatch, capture, condition, fail, match, next] = [1, 2, 3, 4, 5, 6, 7];
const [set, single, any, anyButNewline] = [8, 9, 10, 11];
const newline = 10;

export function readProgram(pattern: string): Program | Unknown {
  const compiled = compile(pattern);
  if ("kind" in compiled) return compiled;
  const { start, inst } = compiled;
  if (typeof start !== "number" || !Array.isArray(inst)) return unreadable(pattern);
  if (inst.length > maxInstructions) return unknown(`the pattern ${shorten(pattern)} is too large`);
  const instructions: Instruction[] = [];
  for (const each of inst as readonly unknown[]) {
    const read = isJsonObject(each) ? readInstruction(each) : undefined;
    if (read === undefined) return unreadable(pattern);
    instructions.push(read);
  }
  return { start, instructions };
}

function compile(pattern: string): { readonly start?: unknown; readonly inst?: unknown } | Unknown {
  try {
    // The types of the package leave the program open; each of its parts is checked above.
    return RE2JS.compile(pattern).re2().prog as { readonly start?: unknown; readonly inst?: unknown };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return unknown(`the pattern ${shorten(pattern)} does not compile: ${fault}`);
  }
}

function unreadable(pattern: string): Unknown {
  return unknown(`the pattern ${shorten(pattern)} uses a construct that tsop cannot compare`);
}

export function unknown(reason: string): Unknown {
  return { kind: "unknown", reason };
}

function shorten(pattern: string): string {
  return JSON.stringify(pattern.length > 60 ? `${pattern.slice(0, 60)}…` : pattern);
}

function readInstruction(fields: Readonly<Record<string, unknown>>): Instruction | undefined {
  const { op, out, arg, runes } = fields;
  if (typeof op !== "number" || typeof out !== "number" || typeof arg !== "number") return undefined;
  const character = (ranges: Ranges): Instruction => ({ kind: "character", ranges, target: out });
  switch (op) {
    case fork:
    case forkToMatch:
      return { kind: "fork", targets: [out, arg] };
    case capture:
    case next:
      return { kind: "fork", targets: [out] };
    case condition:
      return { kind: "condition", bits: arg, target: out };
    case fail:
      return { kind: "fail" };
    case match:
      return { kind: "match" };
    case any:
      return character([0, lastCodePoint]);
    case anyButNewline:
      return character([0, newline - 1, newline + 1, lastCodePoint]);
    case set:
    case single: {
      const ranges = runes instanceof Int32Array ? Array.from(runes) : undefined;
      if (ranges === undefined || ranges.length === 0) return undefined;
      const [first = 0] = ranges;
      if (ranges.length > 1) return character(ranges);
      return character((arg & 1) === 0 ? [first, first] : withOtherCases(first));
    }
    default:
      return undefined;
  }
}

/** Returns the characters that equal this one if case is ignored, as Unicode's simple case folding defines. */
function withOtherCases(codePoint: number): Ranges {
  const character = String.fromCodePoint(codePoint);
  const folded = new RegExp(/[\^$\\.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character, "iu");
  const related = [character, character.toLowerCase(), character.toUpperCase(), ...foldingIrregularly];
  const found = related.filter((each) => Array.from(each).length === 1 && folded.test(each));
  return [...new Set(found)]
    .map((each) => each.codePointAt(0) ?? 0)
    .toSorted((a, b) => a - b)
    .flatMap((each) => [each, each]);
}

/** Characters that equal another one if case is ignored, but are not its upper or lower case. */
const foldingIrregularly = [
  0x4b, 0x73, 0xb5, 0xc5, 0x17f, 0x1c5, 0x1c8, 0x1cb, 0x1f2, 0x345, 0x390, 0x398, 0x3a9, 0x3b0, 0x3b2, 0x3b5, 0x3b8,
  0x3b9, 0x3ba, 0x3bc, 0x3c0, 0x3c1, 0x3c2, 0x3c3, 0x3c6, 0x3d0, 0x3d1, 0x3d5, 0x3d6, 0x3f0, 0x3f1, 0x3f4, 0x3f5, 0x432,
  0x434, 0x43e, 0x441, 0x442, 0x44a, 0x463, 0x1c80, 0x1c81, 0x1c82, 0x1c83, 0x1c84, 0x1c85, 0x1c86, 0x1c87, 0x1c88,
  0x1e61, 0x1e9b, 0x1e9e, 0x1f88, 0x1f89, 0x1f8a, 0x1f8b, 0x1f8c, 0x1f8d, 0x1f8e, 0x1f8f, 0x1f98, 0x1f99, 0x1f9a,
  0x1f9b, 0x1f9c, 0x1f9d, 0x1f9e, 0x1f9f, 0x1fa8, 0x1fa9, 0x1faa, 0x1fab, 0x1fac, 0x1fad, 0x1fae, 0x1faf, 0x1fbc,
  0x1fbe, 0x1fcc, 0x1fd3, 0x1fe3, 0x1ffc, 0x2126, 0x212a, 0x212b, 0xa64b, 0xfb05, 0xfb06,
].map((each) => String.fromCodePoint(each));
