import { overloadLines } from "./declarations.js";
import { simple, simpleKinds, type CelType, type SimpleKind } from "./types.js";

export interface Overload {
  readonly id: string;
  readonly isMember: boolean;
  /** The target of a member comes first. */
  readonly takes: readonly CelType[];
  readonly gives: CelType;
}

/** The available functions. One instance serves any number of rules. */
export class Functions {
  readonly #more: readonly string[];
  /** Undefined until the first lookup: most kinds have no rules. */
  #lines: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #overloads = new Map<string, readonly Overload[]>();

  /** @param more - overloads in the notation of declarations.ts, besides those of every expression */
  constructor(more: readonly string[] = []) {
    this.#more = more;
  }

  /** Returns the overloads of a function in the order of their precedence, or undefined if the function does not exist. */
  find(name: string): readonly Overload[] | undefined {
    const known = this.#overloads.get(name);
    if (known !== undefined) return known;
    const overloads = this.#linesByName().get(name)?.map(readOverload);
    if (overloads !== undefined) this.#overloads.set(name, overloads);
    return overloads;
  }

  /** Returns the names that a text can use. */
  names(): string[] {
    return [...this.#linesByName().keys()].filter((name) => /^[a-zA-Z][\w.]*$/.test(name));
  }

  #linesByName(): ReadonlyMap<string, readonly string[]> {
    this.#lines ??= linesByName([...overloadLines(), ...this.#more]);
    return this.#lines;
  }
}

function linesByName(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const byName = new Map<string, string[]>();
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(" "));
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [line]);
    else known.push(line);
  }
  return byName;
}

function readOverload(line: string): Overload {
  const match = /^\S+ (\S+) (?:(\S+(?: \S+)*?)\.)?\((.*)\) -> (.+)$/.exec(line);
  if (match === null) throw new Error(`no overload: ${line}`);
  const [, id = "", target, args = "", gives = ""] = match;
  const takes = splitTypes(args).map(readType);
  return {
    id,
    isMember: target !== undefined,
    takes: target === undefined ? takes : [readType(target), ...takes],
    gives: readType(gives),
  };
}

/** Returns the type that a declaration names. A single capital letter is a variable. */
export function readType(text: string): CelType {
  if (simpleKinds.has(text)) return simple(text as SimpleKind); // the set holds all of them and nothing else
  if (/^[A-Z]$/.test(text)) return { kind: "variable", name: text };
  const open = text.indexOf("(");
  const name = open === -1 ? text : text.slice(0, open);
  const of = open === -1 ? [] : splitTypes(text.slice(open + 1, -1)).map(readType);
  const [first, second] = of;
  if (name === "list" && first !== undefined) return { kind: "list", item: first };
  if (name === "map" && first !== undefined && second !== undefined) return { kind: "map", key: first, value: second };
  if (name === "type") return { kind: "type", ...(first !== undefined && { of: first }) };
  if (name === "optional_type" || name.startsWith("net.")) return { kind: "opaque", name, of };
  return { kind: "object", name };
}

/** Splits at the commas outside of parentheses. */
function splitTypes(text: string): string[] {
  if (text === "") return [];
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: character, index } of text.matchAll(/[(),]/g)) {
    if (character === "(") depth++;
    else if (character === ")") depth--;
    else if (character === "," && depth === 0) {
      parts.push(text.slice(from, index));
      from = index + 1;
    }
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim());
}
