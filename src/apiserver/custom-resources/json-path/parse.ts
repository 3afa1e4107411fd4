/**
 * The paths of printer columns, in the syntax of kubectl's JSONPath templates.
 * Source: k8s.io/client-go/util/jsonpath/parser.go.
 */

export type PathNode =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "literal"; readonly value: string | number | boolean }
  | { readonly kind: "wildcard" | "recursive" }
  | { readonly kind: "slice"; readonly slice: Slice }
  | { readonly kind: "union"; readonly branches: readonly PathNodes[] }
  | { readonly kind: "filter"; readonly left: PathNodes; readonly operator: string; readonly right: PathNodes };

export type PathNodes = readonly PathNode[];

export interface Slice {
  readonly from: number | undefined;
  /** If `isDerived`, the path has a single index, and this is the index plus one. */
  readonly to: number | undefined;
  readonly isDerived: boolean;
  readonly step: number | undefined;
}

/** Parses the text between the braces of a template. Returns undefined for an invalid path. */
export function parsePath(text: string): PathNodes | undefined {
  const reader = new PathReader(text);
  return reader.read();
}

class PathReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): PathNodes | undefined {
    const nodes: PathNode[] = [];
    while (this.#at < this.#text.length) {
      const found = this.#readNodes(nodes);
      if (found === undefined) return undefined;
      nodes.push(...found);
    }
    return nodes;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.#at = pattern.lastIndex;
    return found ?? undefined;
  }

  #readNodes(before: readonly PathNode[]): PathNodes | undefined {
    if (this.#take(/[ @$]/y) !== undefined) return [];
    if (this.#take(/\[\?\(/y) !== undefined) return this.#readFilter();
    if (this.#take(/\.\./y) !== undefined) {
      if (before.at(-1)?.kind === "recursive") return undefined;
      const field = this.#take(/[\p{L}\p{Nd}_](?:\\[^]|[^\s.,[\]$@{}])*/uy)?.[0];
      return field === undefined ? [{ kind: "recursive" }] : [{ kind: "recursive" }, fieldNamed(field)];
    }
    const bracketed = this.#take(/\[([^\]\n]*)\]/y);
    if (bracketed !== undefined) return bracketNodes(bracketed[1] ?? "");
    const quoted = this.#take(/(["'])((?:\\[^]|(?!\1)[^\\\n])*)\1/y);
    if (quoted !== undefined) return [{ kind: "literal", value: (quoted[2] ?? "").replace(/\\([^])/g, "$1") }];
    const field = this.#take(/\.((?:\\[^]|[^\s.,[\]$@{}])*)/y);
    if (field !== undefined) return [fieldNamed(field[1] ?? "")];
    const number = this.#take(/[+-]?[\d.]+/y)?.[0];
    if (number !== undefined) return literalNumber(number);
    const flag = this.#take(/(?:true|false)(?=$|[\s.,[\]$@{}])/y)?.[0];
    return flag === undefined ? undefined : [{ kind: "literal", value: flag === "true" }];
  }

  /** Reads to the closing bracket. Brackets in quotes do not count. */
  #readFilter(): PathNodes | undefined {
    const inner = this.#take(/((?:[^"')\n]|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*')*)\)\]/y)?.[1];
    if (inner === undefined) return undefined;
    const { left, operator, right } = splitComparison(inner);
    const [leftNodes, rightNodes] = [parsePath(left), parsePath(right)];
    if (leftNodes === undefined || rightNodes === undefined) return undefined;
    return [{ kind: "filter", left: leftNodes, operator, right: rightNodes }];
  }
}

/**
 * Splits at the first operator. If the operator ends the text, its last character is the right side. Without an operator, the
 * filter checks that the left side exists.
 */
function splitComparison(text: string): Readonly<Record<"left" | "operator" | "right", string>> {
  const [{ length } = "", left = ""] = /^([^!<>=]+)[!<>=]+/.exec(text) ?? [];
  const end = Math.min(length, text.length - 1);
  return end <= left.length
    ? { left: text, operator: "exists", right: "" }
    : { left, operator: text.slice(left.length, end), right: text.slice(end) };
}

function fieldNamed(text: string): PathNode {
  return text === "*" ? { kind: "wildcard" } : { kind: "field", name: text.replaceAll("\\", "") };
}

function literalNumber(text: string): PathNodes | undefined {
  const value = Number(text);
  return Number.isNaN(value) ? undefined : [{ kind: "literal", value }];
}

function bracketNodes(text: string): PathNodes | undefined {
  const parts = text.split(",");
  if (parts.length > 1) {
    const branches = parts.map((part) => bracketNodes(part.trim()));
    return branches.every((branch) => branch !== undefined) ? [{ kind: "union", branches }] : undefined;
  }
  const key = /^'([^']*)'$/.exec(text)?.[1];
  if (key !== undefined) return parsePath(`.${key}`);
  const slice = /^(-?\d*)(:-?\d*)?(:-?\d*)?$/.exec(text === "*" ? ":" : text);
  if (slice === null) return undefined;
  const [, from = "", to, step = ""] = slice;
  const numberOf = (digits: string): number | undefined => (digits === "" ? undefined : Number(digits));
  const start = numberOf(from);
  const isDerived = to === undefined;
  const end = isDerived ? (start ?? 0) + 1 : numberOf(to.slice(1));
  return [{ kind: "slice", slice: { from: start, to: end, isDerived, step: numberOf(step.slice(1)) } }];
}
