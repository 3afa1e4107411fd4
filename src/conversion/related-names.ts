/** Decides whether two fields with different names could be the same field. */
import { distance } from "fastest-levenshtein";
import { pluralize } from "../core/plural.js";

/** The share of equal letters, or of equal words in the comments, from which names count as similar. */
const similar = 0.6;
const leastWords = 3;

export interface NamedField {
  readonly name: string;
  readonly description: string | undefined;
}

/** Returns how similar the fields are, from 0 to 1; 0 if they are not similar enough. */
export function similarity(left: NamedField, right: NamedField): number {
  const score = Math.max(ofNames(left.name, right.name), ofWords(left, right));
  return score >= similar ? score : 0;
}

/** Returns whether one name is the plural of the other: `host` and `hosts`. */
export function isPluralOf(one: string, other: string): boolean {
  return one !== other && pluralize(one) === other.toLowerCase();
}

function ofNames(left: string, right: string): number {
  const [one, other] = [left.toLowerCase(), right.toLowerCase()];
  const letters = 1 - distance(one, other) / Math.max(one.length, other.length);
  // One name often only adds a word: `replicas` and `replicaCount`.
  const [short = "", long = ""] = [one, other]
    .map((name) => name.replace(/s$/, ""))
    .toSorted((a, b) => a.length - b.length);
  const isPart = short.length > 2 && (long.endsWith(short) || long.startsWith(short));
  return isPart ? Math.max(letters, similar) : letters;
}

function ofWords(left: NamedField, right: NamedField): number {
  const [one, other] = [wordsOf(left), wordsOf(right)];
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared < leastWords ? 0 : shared / Math.max(one.size, other.size);
}

/** Returns the words of a comment, without the name of its field. */
function wordsOf({ name, description = "" }: NamedField): ReadonlySet<string> {
  const words = description.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word !== name.toLowerCase()));
}
