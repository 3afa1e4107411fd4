/**
 * Generates texts that match a pattern. They are identical in every run: the simplest first, then longer and different ones.
 */
import type { Patterns } from "./patterns.js";
import { parsePattern, type PatternNode } from "./pattern-syntax.js";

/** The minimum length to aim for. A pattern without anything to match or repeat does not reach it. */
export interface TextWishes {
  readonly minLength: number;
}

/**
 * Yields candidates: at word and line boundaries, and with contradictory patterns, a candidate may not match. Ends after a
 * few hundred.
 */
export function* textsOfPattern(patterns: Patterns, pattern: string, { minLength }: TextWishes): Generator<string> {
  const node = parsePattern(pattern);
  if (node === undefined || minLength > longest) return;
  const writer = new Writer(patterns);
  const bare = writer.write(node, 0, 0).text;
  const lack = Math.max(0, minLength - Array.from(bare).length);
  for (const variants of [1, maxVariants]) {
    for (let extra = lack; extra < lack + maxExtra; extra += 1) {
      for (let variant = variants === 1 ? 0 : 1; variant < variants; variant += 1) {
        const { text, isLast } = writer.write(node, variant, extra);
        if (isLast && variant > 0) break;
        yield text;
        // If the pattern has no anchor, any text can follow.
        if (Array.from(text).length < minLength) yield text.padEnd(minLength, "-example");
      }
    }
  }
}

const maxVariants = 24;
const maxExtra = 12;
/** A pattern can require a text of gigabytes. */
const longest = 5000;

interface Writing {
  text: string;
  /** The number of the text to generate: at each choice, the remainder of its division by the number of options. */
  variant: number;
  /** The number of additional characters that repetitions can generate beyond their minimum. */
  extra: number;
  /** The number of characters from classes so far. */
  letters: number;
}

class Writer {
  readonly #members = new Map<string, readonly string[]>();
  readonly #patterns: Patterns;

  constructor(patterns: Patterns) {
    this.#patterns = patterns;
  }

  /** Generates one text. `isLast`: no variant has this number. */
  write(node: PatternNode, variant: number, extra: number): { text: string; isLast: boolean } {
    const writing: Writing = { text: "", variant, extra, letters: 0 };
    this.#append(writing, node);
    return { text: writing.text, isLast: writing.variant > 0 };
  }

  #append(writing: Writing, node: PatternNode): void {
    if (writing.text.length > longest) return;
    switch (node.kind) {
      case "character":
        writing.text += node.character;
        return;
      case "class":
        writing.text += choose(writing, this.#membersAt(node.source, writing.letters)) ?? "";
        writing.letters += 1;
        return;
      case "anchor":
      case "flags":
        return;
      case "sequence":
        for (const part of node.parts) this.#append(writing, part);
        return;
      case "choice": {
        const option = choose(writing, node.options);
        if (option !== undefined) this.#append(writing, option);
        return;
      }
      case "repeat":
        this.#repeat(writing, node);
        return;
    }
  }

  #repeat(writing: Writing, { part, least, most }: PatternNode & { kind: "repeat" }): void {
    for (let count = 0; count < most && writing.text.length <= longest; count += 1) {
      if (count >= least) {
        if (writing.extra <= 0) return;
        writing.extra -= 1;
      }
      const before = writing.text.length;
      this.#append(writing, part);
      if (count >= least) writing.extra -= Math.max(0, writing.text.length - before - 1);
    }
  }

  /** Returns the characters of a class, first the character that forms a word. */
  #membersAt(source: string, at: number): readonly string[] {
    const members = this.#membersOf(source);
    const wished = word.charAt(at % word.length);
    return members.includes(wished) ? [wished, ...members.filter((each) => each !== wished)] : members;
  }

  #membersOf(source: string): readonly string[] {
    const known = this.#members.get(source);
    if (known !== undefined) return known;
    const matches = this.#patterns.compile(`^(?s:${source})$`);
    const spelled = Array.from(source.matchAll(/\\x\{?([0-9A-Fa-f]{1,6})/g), ([, hex = ""]) => parseInt(hex, 16))
      .filter((code) => code <= 0x10ffff)
      .map((code) => String.fromCodePoint(code));
    const candidates = [...new Set([...usual, ...Array.from(source), ...spelled])];
    const members = typeof matches === "function" ? candidates.filter(matches) : [];
    this.#members.set(source, members);
    return members;
  }
}

function choose<Option>(writing: Writing, options: readonly Option[]): Option | undefined {
  if (options.length === 0) return undefined;
  const chosen = options[writing.variant % options.length];
  writing.variant = Math.floor(writing.variant / options.length);
  return chosen;
}

const word = "example";
/** At least one character of each kind, the most common ones first. */
const usual = Array.from(
  "abcdefghijklmnopqrstuvwxyz1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ-._/:@ +=,~!#$%&*?^|;'\"`<>()[]{}\\\t\n" +
    "éßñÀαΩяЖאاあア漢한ǅʰ١Ⅷ²€©́‿«»–\u00a0\u2028\u2029😀",
);
