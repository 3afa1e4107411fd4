/**
 * Prints YAML with tsop's own printer, because the exact format matters. It is controller-gen's format (sorted keys,
 * unindented lists), in which readers of YAML 1.1 and 1.2 read every text, however hostile, as exactly that text.
 */
import { type ExactJsonValue, isJsonObject, isList } from "./json.js";
import { printScalar } from "./yaml-scalar.js";

export interface PrintYamlOptions {
  /** Whether keys keep their order, which is JavaScript's. Default: they are sorted. */
  readonly keepOrder?: boolean;
  /** Selects texts to quote (or to print as a block) although they need no quotes. */
  readonly isQuoted?: (text: string) => boolean;
}

/** Prints one document, without a `---` line. Ends with a line break. */
export function printYaml(value: ExactJsonValue, { keepOrder = false, isQuoted }: PrintYamlOptions = {}): string {
  const quote = (text: unknown): boolean => typeof text === "string" && isQuoted?.(text) === true;
  return printTree<ExactJsonValue | undefined>(value, {
    itemsOf: (each) => (isList(each) ? each : undefined),
    keysOf: (each) => {
      if (!isJsonObject(each)) return undefined;
      const keys = Object.keys(each).filter((key) => each[key] !== undefined);
      return keepOrder ? keys : keys.toSorted(compareKeys);
    },
    memberOf: (each, key) => (isJsonObject(each) ? each[key] : undefined),
    printScalar: (each, indent, start) =>
      // A value that is neither a list nor an object is a scalar, and never undefined here.
      printScalar(each as Exclude<typeof each, object | undefined>, indent, start, { quote: quote(each) }),
    printKey: (key, indent, start) => {
      const name = printScalar(key, indent, "", { key: true, quote: quote(key) }).join("");
      // A reader looks for the colon of a simple key only within 1024 characters.
      return name.length > 1000 ? [`${start}? ${name}`] : start + name;
    },
  });
}

/** Prints documents like controller-gen does: each starts with a `---` line. */
export function printYamlDocuments(values: readonly ExactJsonValue[]): string {
  return values.map((value) => `---\n${printYaml(value)}`).join("");
}

/** The access of a tree printer to its trees; lists always start at the column of their key. */
export interface TreeStyle<T> {
  readonly itemsOf: (value: T) => readonly T[] | undefined;
  /** Returns the keys of a map, in the order to print. */
  readonly keysOf: (value: T) => readonly string[] | undefined;
  readonly memberOf: (value: T, key: string) => T | undefined;
  /** Returns the lines of a scalar, the first one after `start`. */
  readonly printScalar: (value: T, indent: number, start: string) => readonly string[];
  /** Returns the key after `start`, or the lines of a key that needs a question mark. */
  readonly printKey: (key: string, indent: number, start: string) => string | readonly string[];
}

/** Prints a YAML document. Ends with a line break. */
export function printTree<T>(value: T, style: TreeStyle<T>): string {
  const lines: string[] = [];
  printNode(value, 0, "", lines, style);
  return `${lines.join("\n")}\n`;
}

/** Appends the lines of `value`; the first line starts with `prefix`: `key:`, `-`, or nothing. */
function printNode<T>(value: T, indent: number, prefix: string, lines: string[], style: TreeStyle<T>): void {
  const start = prefix === "" ? "" : `${prefix} `;
  const items = style.itemsOf(value);
  const keys = items === undefined ? style.keysOf(value) : undefined;
  if (items === undefined && keys === undefined) {
    lines.push(...style.printScalar(value, indent, start));
    return;
  }
  if ((items ?? keys)?.length === 0) {
    lines.push(`${start}${items === undefined ? "{}" : "[]"}`);
    return;
  }
  // An item of a list starts on the line of its dash.
  const startsBehindDash = prefix.endsWith("-");
  if (prefix !== "" && !startsBehindDash) lines.push(prefix);
  const margin = " ".repeat(indent);
  let before = startsBehindDash ? start : margin;
  for (const item of items ?? []) {
    printNode(item, indent + 2, `${before}-`, lines, style);
    before = margin;
  }
  for (const key of keys ?? []) {
    const member = style.memberOf(value, key);
    if (member === undefined) continue;
    const printed = style.printKey(key, indent, before);
    before = margin;
    if (typeof printed !== "string") {
      lines.push(...printed);
      printNode(member, indent + 2, `${margin}:`, lines, style);
    } else {
      // A list starts at the column of its key, anything else two columns further in.
      printNode(member, style.itemsOf(member) === undefined ? indent + 2 : indent, `${printed}:`, lines, style);
    }
  }
}

const plainLetters = /^[A-Za-z]*$/;
const letter = /^\p{L}$/u;
const digit = /^[0-9]$/;

/** Compares keys in the order of Go's YAML: letters by code point, other characters before letters, numbers by value. */
export function compareKeys(a: string, b: string): number {
  // A fast path for almost all keys of a schema; the rules below give the same result.
  if (plainLetters.test(a) && plainLetters.test(b)) return a < b ? -1 : a > b ? 1 : 0;
  const left = Array.from(a);
  const right = Array.from(b);
  const shorter = Math.min(left.length, right.length);
  let at = 0;
  while (at < shorter && left[at] === right[at]) at += 1;
  if (at === shorter) return left.length - right.length;
  const [x = "", y = ""] = [left[at], right[at]];
  if (letter.test(x) !== letter.test(y)) return letter.test(x) ? 1 : -1;
  if (!letter.test(x)) {
    // A zero inside a number counts; a leading zero does not.
    const lead = (x === "0" || y === "0") && isInsideNumber(left, at) ? "1" : "";
    const [m, n] = [digitsAt(left, at), digitsAt(right, at)];
    const difference = BigInt(lead + m || "0") - BigInt(lead + n || "0");
    if (difference !== 0n) return difference < 0n ? -1 : 1;
    if (m.length !== n.length) return m.length - n.length;
  }
  return (x.codePointAt(0) ?? 0) - (y.codePointAt(0) ?? 0);
}

function digitsAt(characters: readonly string[], start: number): string {
  let end = start;
  while (digit.test(characters[end] ?? "")) end += 1;
  return characters.slice(start, end).join("");
}

/** Returns whether the digits just before `at` include a digit other than zero. */
function isInsideNumber(characters: readonly string[], at: number): boolean {
  for (let before = at - 1; digit.test(characters[before] ?? ""); before -= 1) {
    if (characters[before] !== "0") return true;
  }
  return false;
}
