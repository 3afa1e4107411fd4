/**
 * Printing YAML is our own, because the shape is the point: the one that controller-gen writes (sorted keys, lists not
 * indented), in which no text, however hostile, is read as anything but that text, by YAML 1.1 readers as little as by 1.2 ones.
 */
import { type ExactJsonObject, type ExactJsonValue, isJsonObject, isList } from "./json.js";
import { printScalar } from "./yaml-scalar.js";

export interface PrintYamlOptions {
  /** Keys stay in their order, which is that of JavaScript. Default: they are sorted. */
  readonly keepOrder?: boolean;
  /** Texts that are quoted (or stand in a block) though they need not be. */
  readonly isQuoted?: (text: string) => boolean;
}

/** One document, without a `---` line. Ends with a line break. */
export function printYaml(value: ExactJsonValue, options: PrintYamlOptions = {}): string {
  const lines: string[] = [];
  printNode(value, { indent: 0, prefix: "" }, lines, options);
  return `${lines.join("\n")}\n`;
}

/** Documents as controller-gen writes them: each starts with a `---` line. */
export function printYamlDocuments(values: readonly ExactJsonValue[]): string {
  return values.map((value) => `---\n${printYaml(value)}`).join("");
}

interface Place {
  readonly indent: number;
  /** What the first line starts with: `key:`, `-`, or nothing at all. */
  readonly prefix: string;
}

/** Appends the lines of `value`. */
function printNode(value: ExactJsonValue, place: Place, lines: string[], options: PrintYamlOptions): void {
  const { indent, prefix } = place;
  const start = prefix === "" ? "" : `${prefix} `;
  if (isList(value)) {
    if (value.length === 0) lines.push(`${start}[]`);
    else printList(value, place, lines, options);
  } else if (isJsonObject(value)) {
    const keys = Object.keys(value).filter((key) => value[key] !== undefined);
    if (keys.length === 0) lines.push(`${start}{}`);
    else printMap(value, options.keepOrder === true ? keys : keys.toSorted(compareKeys), place, lines, options);
  } else {
    lines.push(...printScalar(value, indent, start, { quote: isQuoted(value, options) }));
  }
}

function isQuoted(value: unknown, options: PrintYamlOptions): boolean {
  return typeof value === "string" && options.isQuoted?.(value) === true;
}

function printMap(
  value: ExactJsonObject,
  keys: readonly string[],
  { indent, prefix }: Place,
  lines: string[],
  options: PrintYamlOptions,
): void {
  // A map that is an item of a list starts on the line of its dash.
  const startsBehindDash = prefix.endsWith("-");
  if (prefix !== "" && !startsBehindDash) lines.push(prefix);
  const margin = " ".repeat(indent);
  let first = startsBehindDash;
  for (const key of keys) {
    const item = value[key];
    if (item === undefined) continue;
    const name = printScalar(key, indent, "", { key: true, quote: isQuoted(key, options) }).join("");
    const start = first ? `${prefix} ${name}` : `${margin}${name}`;
    first = false;
    if (name.length > 1000) {
      // A reader looks for the colon of a simple key within 1024 characters only.
      lines.push(start.replace(name, () => `? ${name}`));
      printNode(item, { indent: indent + 2, prefix: `${margin}:` }, lines, options);
    } else {
      // A list stands at the column of its key, anything else two further in.
      printNode(item, { indent: isList(item) ? indent : indent + 2, prefix: `${start}:` }, lines, options);
    }
  }
}

function printList(
  value: readonly ExactJsonValue[],
  { indent, prefix }: Place,
  lines: string[],
  options: PrintYamlOptions,
): void {
  const startsBehindDash = prefix.endsWith("-");
  if (prefix !== "" && !startsBehindDash) lines.push(prefix);
  const margin = " ".repeat(indent);
  for (const [index, item] of value.entries()) {
    const dash = index === 0 && startsBehindDash ? `${prefix} -` : `${margin}-`;
    printNode(item, { indent: indent + 2, prefix: dash }, lines, options);
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
