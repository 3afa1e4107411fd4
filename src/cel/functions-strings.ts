import { codePoints } from "./code-points.js";
import { formatText } from "./format-text.js";
import { quoteForCel } from "../core/go-text.js";
import type { Implementation, Implementations, Tools } from "./implementation.js";
import { printValue } from "./print-value.js";
import { errorOf, is, listOf, type Value } from "./values.js";

export const strings: Implementations = {
  charAt: ([text, index]) => {
    if (typeof text !== "string" || typeof index !== "bigint") return undefined;
    const characters = Array.from(text);
    if (index < 0n || index > BigInt(characters.length)) return outOfRange(index);
    return characters[Number(index)] ?? "";
  },
  contains: onTexts((text, part) => text.includes(part)),
  endsWith: onTexts((text, part) => text.endsWith(part)),
  startsWith: onTexts((text, part) => text.startsWith(part)),
  find: ([text, pattern], tools) => {
    const found = findIn(text, pattern, 1, tools);
    return is(found, "list") ? (found.items[0] ?? "") : found;
  },
  findAll: ([text, pattern, limit = -1n], tools) => {
    if (typeof limit !== "bigint") return undefined;
    return findIn(text, pattern, limit < 0n ? Number.POSITIVE_INFINITY : Number(limit), tools);
  },
  format: ([text, values]) =>
    typeof text === "string" && is(values, "list") ? formatText(text, values.items) : undefined,
  join: ([list, separator = ""]) => {
    if (!is(list, "list") || typeof separator !== "string") return undefined;
    const texts = list.items.filter((item) => typeof item === "string");
    const wrong = list.items.find((item) => typeof item !== "string");
    return wrong === undefined ? texts.join(separator) : errorOf(`join: invalid input: ${printValue(wrong)}`);
  },
  lowerAscii: onText((text) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())),
  upperAscii: onText((text) => text.replace(/[a-z]/g, (letter) => letter.toUpperCase())),
  matches: ([text, pattern], { patterns }) => {
    if (typeof text !== "string" || typeof pattern !== "string") return undefined;
    const compiled = patterns.compile(pattern);
    return typeof compiled === "function" ? compiled(text) : errorOf(compiled.fault);
  },
  replace: ([text, before, after, count = -1n]) => {
    if (typeof text !== "string" || typeof before !== "string" || typeof after !== "string") return undefined;
    return typeof count === "bigint" ? replace(text, before, after, count) : undefined;
  },
  split: ([text, separator, count = -1n]) => {
    if (typeof text !== "string" || typeof separator !== "string" || typeof count !== "bigint") return undefined;
    return listOf(split(text, separator, count));
  },
  "strings.quote": onText(quoteForCel),
  substring: ([text, from, to]) => {
    if (typeof text !== "string" || typeof from !== "bigint") return undefined;
    const length = BigInt(codePoints(text));
    const end = to ?? length;
    if (typeof end !== "bigint") return undefined;
    if (to !== undefined && from > end) return errorOf(`invalid substring range. start: ${from}, end: ${end}`);
    if (from < 0n || from > length) return outOfRange(from);
    if (end < 0n || end > length) return outOfRange(end);
    return Array.from(text).slice(Number(from), Number(end)).join("");
  },
  trim: onText((text) => text.replace(/^\p{White_Space}+|(?<!\p{White_Space})\p{White_Space}+$/gu, "")),
};

/** These two are list functions too, and texts get them from there. */
export function indexInText(text: string, part: Value | undefined, offset: Value): Value | undefined {
  if (typeof part !== "string" || typeof offset !== "bigint") return undefined;
  if (part === "") return offset;
  if (offset < 0n) return outOfRange(offset);
  const [characters, wanted] = [Array.from(text), Array.from(part)];
  for (let at = Number(offset); at <= characters.length - wanted.length; at++) {
    if (wanted.every((character, index) => characters[at + index] === character)) return BigInt(at);
  }
  return -1n;
}

export function lastIndexInText(text: string, part: Value | undefined, offset: Value | undefined): Value | undefined {
  if (typeof part !== "string") return undefined;
  const [characters, wanted] = [Array.from(text), Array.from(part)];
  if (offset === undefined && part !== "" && characters.length < wanted.length) return -1n;
  const from = offset ?? BigInt(part === "" ? characters.length : characters.length - 1);
  if (typeof from !== "bigint") return undefined;
  if (part === "") return from;
  if (from < 0n) return outOfRange(from);
  if (from >= BigInt(characters.length)) return -1n;
  for (let at = Math.min(Number(from), characters.length - wanted.length); at >= 0; at--) {
    if (wanted.every((character, index) => characters[at + index] === character)) return BigInt(at);
  }
  return -1n;
}

function outOfRange(index: bigint): Value {
  return errorOf(`index out of range: ${index}`);
}

function onText(change: (text: string) => string): Implementation {
  return ([text]) => (typeof text === "string" ? change(text) : undefined);
}

function onTexts(test: (text: string, part: string) => boolean): Implementation {
  return ([text, part]) => (typeof text === "string" && typeof part === "string" ? test(text, part) : undefined);
}

function findIn(
  text: Value | undefined,
  pattern: Value | undefined,
  limit: number,
  { patterns }: Tools,
): Value | undefined {
  if (typeof text !== "string" || typeof pattern !== "string") return undefined;
  const finder = patterns.finder(pattern);
  return typeof finder === "function" ? listOf(finder(text, limit)) : errorOf(`Illegal regex: ${finder.fault}`);
}

function replace(text: string, before: string, after: string, count: bigint): string {
  if (count < 0n) {
    if (before !== "") return text.replaceAll(before, () => after);
    return after + Array.from(text, (character) => character + after).join("");
  }
  if (before === "") {
    const characters = Array.from(text);
    return [...characters, ""].map((character, index) => (BigInt(index) < count ? after : "") + character).join("");
  }
  const parts = split(text, before, count + 1n);
  return parts.join(after);
}

function split(text: string, separator: string, count: bigint): readonly string[] {
  if (count === 0n) return [];
  const parts = separator === "" ? Array.from(text) : text.split(separator);
  if (count < 0n || BigInt(parts.length) <= count) return parts;
  const most = Number(count) - 1;
  return [...parts.slice(0, most), parts.slice(most).join(separator)];
}
