/** Objects as YAML, as kustomize prints them: keys sorted, lists at the column of their key. */
import { printDouble } from "../core/go-number.js";
import { compareKeys } from "../core/yaml.js";
import type { Node } from "./node.js";
import { printText } from "./print-text.js";
import { valueOfScalar } from "./value.js";

/** The longest text that stands before a colon without a question mark. */
const longestKey = 128;

/** Documents with a `---` line between them. */
export function printNodes(nodes: readonly Node[]): string {
  return nodes.map(printNode).join("---\n");
}

function printNode(node: Node): string {
  const lines: string[] = [];
  print(node, 0, "", lines);
  return `${lines.join("\n")}\n`;
}

/** Appends the lines of a node; the first of them starts with `prefix`: `key:`, `-`, or nothing at all. */
function print(node: Node, indent: number, prefix: string, lines: string[]): void {
  const gap = prefix === "" ? "" : " ";
  switch (node.kind) {
    case "scalar": {
      lines.push(...printScalar(node, indent, prefix + gap));
      return;
    }
    case "map": {
      if (node.fields.size === 0) lines.push(`${prefix}${gap}{}`);
      else printMap(node.fields, indent, prefix, lines);
      return;
    }
    case "list": {
      if (node.items.length === 0) lines.push(`${prefix}${gap}[]`);
      else printList(node.items, indent, prefix, lines);
    }
  }
}

function printScalar(node: Node, indent: number, start: string): string[] {
  const value = valueOfScalar(node);
  if (typeof value === "string") return printText(value, indent, start);
  if (typeof value === "number" || typeof value === "bigint") return [start + printNumber(value)];
  return [start + String(value)];
}

/** It has been JSON in between, where whole ones have no exponent. */
function printNumber(value: number | bigint): string {
  if (typeof value === "bigint") return String(value);
  const isWhole = Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 64;
  return isWhole ? String(BigInt(value)) : printDouble(value);
}

function printMap(fields: ReadonlyMap<string, Node>, indent: number, prefix: string, lines: string[]): void {
  // A map that is an item of a list starts on the line of its dash.
  const startsBehindDash = prefix.endsWith("-");
  if (prefix !== "" && !startsBehindDash) lines.push(prefix);
  const margin = " ".repeat(indent);
  let isFirst = startsBehindDash;
  for (const key of [...fields.keys()].toSorted(compareKeys)) {
    const value = fields.get(key);
    if (value === undefined) continue;
    const start = isFirst ? `${prefix} ` : margin;
    isFirst = false;
    // A list stands at the column of its key, anything else two further in.
    const inner = value.kind === "list" ? indent : indent + 2;
    if (Buffer.byteLength(key) > longestKey || key.includes("\n")) {
      const [first = "", ...rest] = printText(key, indent + 2, `${start}? `);
      lines.push(first, ...rest);
      print(value, indent + 2, `${margin}:`, lines);
    } else print(value, inner, `${printText(key, indent, start, true).join("")}:`, lines);
  }
}

function printList(items: readonly Node[], indent: number, prefix: string, lines: string[]): void {
  const startsBehindDash = prefix.endsWith("-");
  if (prefix !== "" && !startsBehindDash) lines.push(prefix);
  const margin = " ".repeat(indent);
  items.forEach((item, index) => {
    print(item, indent + 2, index === 0 && startsBehindDash ? `${prefix} -` : `${margin}-`, lines);
  });
}
