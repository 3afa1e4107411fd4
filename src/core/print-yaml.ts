/**
 * Printing YAML is our own, because the shape is the point: the one that controller-gen writes (sorted keys, lists not
 * indented), in which no text, however hostile, is read as anything but that text, by YAML 1.1 readers as little as by 1.2 ones.
 */
import { type ExactJsonValue, isJsonObject, isList } from "./json.js";
import { printScalar } from "./yaml-scalar.js";

export interface PrintYamlOptions {
  /** Keys stay in their order, which is that of JavaScript. Default: they are sorted. */
  readonly keepOrder?: boolean;
  /** Texts that are quoted (or stand in a block) though they need not be. */
  readonly isQuoted?: (text: string) => boolean;
}

/** One document, without a `---` line. Ends with a line break. */
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
      // What is neither a list nor an object is a scalar, and none of them is undefined.
      printScalar(each as Exclude<typeof each, object | undefined>, indent, start, { quote: quote(each) }),
    printKey: (key, indent, start) => {
      const name = printScalar(key, indent, "", { key: true, quote: quote(key) }).join("");
      // A reader looks for the colon of a simple key within 1024 characters only.
      return name.length > 1000 ? [`${start}? ${name}`] : start + name;
    },
  });
}

/** Documents as controller-gen writes them: each starts with a `---` line. */
export function printYamlDocuments(values: readonly ExactJsonValue[]): string {
  return values.map((value) => `---\n${printYaml(value)}`).join("");
}

/** What a printer of trees asks of them; lists stand at the column of their key, in all of them. */
export interface TreeStyle<T> {
  readonly itemsOf: (value: T) => readonly T[] | undefined;
  /** Of a map, in the order in which they are printed. */
  readonly keysOf: (value: T) => readonly string[] | undefined;
  readonly memberOf: (value: T, key: string) => T | undefined;
  /** Its lines, the first behind `start`. */
  readonly printScalar: (value: T, indent: number, start: string) => readonly string[];
  /** The key behind `start`, or the lines of one that needs a question mark. */
  readonly printKey: (key: string, indent: number, start: string) => string | readonly string[];
}

/** A document of YAML. Ends with a line break. */
export function printTree<T>(value: T, style: TreeStyle<T>): string {
  const lines: string[] = [];
  printNode(value, 0, "", lines, style);
  return `${lines.join("\n")}\n`;
}

/** Appends the lines of `value`; the first of them starts with `prefix`: `key:`, `-`, or nothing at all. */
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
  // What is an item of a list starts on the line of its dash.
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
      // A list stands at the column of its key, anything else two further in.
      printNode(member, style.itemsOf(member) === undefined ? indent + 2 : indent, `${printed}:`, lines, style);
    }
  }
}

const plainLetters = /^[A-Za-z]*$/;
const letter = /^\p{L}$/u;
const digit = /^[0-9]$/;

/** The order of keys in Go's YAML: letters by code point, other characters before letters, numbers by their value. */
export function compareKeys(a: string, b: string): number {
  // Nearly all keys of a schema, for which the rules below come to this.
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
    // A zero inside a number counts; one that leads it does not.
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

/** Whether the digits just before `at` include one that is not zero. */
function isInsideNumber(characters: readonly string[], at: number): boolean {
  for (let before = at - 1; digit.test(characters[before] ?? ""); before -= 1) {
    if (characters[before] !== "0") return true;
  }
  return false;
}
