/** Prints objects as YAML like kustomize: scalars and long keys by its own rules, everything else as in the rest of tsop. */
import { printDouble } from "../core/go-number.js";
import { compareKeys, printTree } from "../core/yaml.js";
import type { Node } from "./node.js";
import { printText } from "./print-text.js";
import { valueOfScalar } from "./value.js";

/** The maximum length of a key without a question mark. */
const longestKey = 128;

/** Prints documents, separated by `---` lines. */
export function printNodes(nodes: readonly Node[]): string {
  return nodes.map(printNode).join("---\n");
}

function printNode(node: Node): string {
  return printTree(node, {
    itemsOf: ({ kind, items }) => (kind === "list" ? items : undefined),
    keysOf: ({ kind, fields }) => (kind === "map" ? [...fields.keys()].toSorted(compareKeys) : undefined),
    memberOf: ({ fields }, key) => fields.get(key),
    printScalar,
    printKey: (key, indent, start) =>
      Buffer.byteLength(key) > longestKey || key.includes("\n")
        ? printText(key, indent + 2, `${start}? `)
        : printText(key, indent, start, true).join(""),
  });
}

function printScalar(node: Node, indent: number, start: string): string[] {
  const value = valueOfScalar(node);
  if (typeof value === "string") return printText(value, indent, start);
  if (typeof value === "number" || typeof value === "bigint") return [start + printNumber(value)];
  return [start + String(value)];
}

/** Prints a number. Conversion to JSON in between has removed the exponents of whole numbers. */
function printNumber(value: number | bigint): string {
  if (typeof value === "bigint") return String(value);
  const isWhole = Number.isInteger(value) && value > -(2 ** 63) && value < 2 ** 64;
  return isWhole ? String(BigInt(value)) : printDouble(value);
}
