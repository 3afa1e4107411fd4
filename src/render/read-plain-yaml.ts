/**
 * Reads YAML as tools print it and as people mostly write it: maps and lists by indentation, and scalars. Nearly every file
 * of a kustomization is no more than that, and takes the whole of YAML twenty times as long. What it does not know for
 * sure it leaves to the library; what it knows, it reads to the same nodes.
 */
import { resolvePlain, type YamlVersion } from "../core/resolve-plain.js";
import { listNode, mapNode, type Node, scalar } from "./node.js";

/** The one document of a text; undefined where it takes the library, if only to say what is wrong. */
export function readPlainYaml(text: string, version: YamlVersion): Node | undefined {
  if (!/^[\n\x20-\x7e\u00a1-\u167f\u2010-\u2027]*\n$/.test(text)) return undefined;
  if (/ \n|\n(?:---|\.\.\.)/.test(text)) return undefined;
  try {
    return new LineReader(text.replace(/^---\n/, ""), version).document();
  } catch (error) {
    if (error === beyond) return undefined;
    throw error;
  }
}

/** Thrown where the library has to be asked. */
const beyond = new Error("takes the whole of YAML");

/** A line without its indentation; an item of a list turns into its content once its dash has been read. */
interface Line {
  indent: number;
  text: string;
}

const keyAndRest = /^([A-Za-z_$/.][\w$/.-]{0,200}):(?: +(.*))?$/;
const plainStart = /^(?:[^\s?:,[\]{}#&*!|>'"%@`-]|-[^ ])/;
/** What ends a plain text, or makes something else of it. */
const plainEnd = /: |:$/;

class LineReader {
  readonly #lines: Line[];
  readonly #version: YamlVersion;
  #at = 0;

  constructor(text: string, version: YamlVersion) {
    this.#version = version;
    this.#lines = text.split("\n").map((line) => {
      const content = line.trimStart();
      return { indent: line.length - content.length, text: content };
    });
  }

  document(): Node {
    const first = this.#next();
    if (first === undefined) throw beyond;
    const node = this.#block(first);
    if (this.#next() !== undefined) throw beyond;
    return node;
  }

  /** The line that is read next; comments and empty ones are passed over. */
  #next(): Line | undefined {
    for (; this.#at < this.#lines.length; this.#at += 1) {
      const line = this.#lines[this.#at];
      if (line !== undefined && line.text !== "" && !line.text.startsWith("#")) return line;
    }
    return undefined;
  }

  #block(first: Line): Node {
    return isItem(first) ? this.#list(first.indent) : this.#map(first.indent);
  }

  #list(indent: number): Node {
    const items: Node[] = [];
    for (let line = this.#next(); line?.indent === indent && isItem(line); line = this.#next()) {
      const rest = line.text.slice(1).trimStart();
      if (isNothing(rest)) {
        this.#at += 1;
        items.push(this.#nested(indent + 1));
      } else if (/^- |^-$/.test(rest) || keyAndRest.test(rest)) {
        line.indent += line.text.length - rest.length;
        line.text = rest;
        items.push(this.#block(line));
      } else {
        this.#at += 1;
        items.push(this.#value(rest, indent));
      }
    }
    this.#refuseDeeper(indent);
    return listNode(items);
  }

  #map(indent: number): Node {
    const fields = new Map<string, Node>();
    for (let line = this.#next(); line?.indent === indent && !isItem(line); line = this.#next()) {
      const [, key = "", rest = ""] = keyAndRest.exec(line.text) ?? [];
      if (key === "" || fields.has(key) || resolvePlain(key, this.#version).tag !== "!!str") throw beyond;
      this.#at += 1;
      fields.set(key, isNothing(rest) ? this.#nested(indent, true) : this.#value(rest, indent));
    }
    this.#refuseDeeper(indent);
    return mapNode(fields);
  }

  #refuseDeeper(indent: number): void {
    if ((this.#next()?.indent ?? 0) > indent) throw beyond;
  }

  /** What stands below a key or a dash. A list may stand at the column of its key. */
  #nested(indent: number, isOfKey = false): Node {
    const line = this.#next();
    const isBelow = line !== undefined && (isOfKey ? line.indent > indent : line.indent >= indent);
    if (line === undefined || (!isBelow && !(isOfKey && line.indent === indent && isItem(line)))) {
      return scalar("", "!!null");
    }
    if (!isItem(line) && !keyAndRest.test(line.text)) throw beyond;
    return this.#block(line);
  }

  /** @param indent - of what holds the value: lines that stand further in go on with it */
  #value(rest: string, indent: number): Node {
    if (/^\|-?$/.test(rest)) return this.#literal(indent, rest === "|");
    if (rest === "{}" || rest === "[]") return this.#alone(rest === "{}" ? mapNode() : listNode(), indent);
    if (rest.startsWith("'")) return this.#singleQuoted(rest, indent);
    if (rest.startsWith('"')) {
      if (!/^"(?:[^"\\]|\\["\\nt])*"$/.test(rest)) throw beyond;
      return this.#alone(scalar(JSON.parse(rest) as string, "!!str", true), indent);
    }
    return this.#plain(rest, indent);
  }

  /** For what ends with its line. */
  #alone(node: Node, indent: number): Node {
    this.#refuseDeeper(indent);
    return node;
  }

  #plain(rest: string, indent: number): Node {
    const comment = rest.search(/ +#/);
    const first = comment < 0 ? rest : rest.slice(0, comment);
    if (!plainStart.test(first) || plainEnd.test(first)) throw beyond;
    const parts = comment < 0 ? [first, ...this.#continuation(indent)] : [first];
    if (parts.slice(1).some((part) => plainEnd.test(part) || / #/.test(part))) throw beyond;
    const text = parts.join(" ");
    return this.#alone(scalar(text, resolvePlain(text, this.#version).tag), indent);
  }

  /** The lines that follow at once and stand further in. */
  #continuation(indent: number): string[] {
    const parts: string[] = [];
    for (let line = this.#lines[this.#at]; line !== undefined; line = this.#lines[this.#at]) {
      if (line.text === "" || line.indent <= indent) break;
      if (line.text.startsWith("#")) throw beyond;
      parts.push(line.text);
      this.#at += 1;
    }
    return parts;
  }

  #singleQuoted(rest: string, indent: number): Node {
    const text = isQuoteClosed(rest) ? rest : [rest, ...this.#continuation(indent)].join(" ");
    if (!/^'(?:[^']|'')*'$/.test(text)) throw beyond;
    return this.#alone(scalar(text.slice(1, -1).replaceAll("''", "'"), "!!str", true), indent);
  }

  #literal(parent: number, endsWithBreak: boolean): Node {
    const lines: string[] = [];
    const indent = this.#lines[this.#at]?.indent ?? 0;
    if (indent <= parent || this.#lines[this.#at]?.text === "") throw beyond;
    for (let line = this.#lines[this.#at]; line !== undefined; line = this.#lines[this.#at]) {
      if (line.text !== "" && line.indent < indent) break;
      lines.push(line.text === "" ? "" : " ".repeat(line.indent - indent) + line.text);
      this.#at += 1;
    }
    if ((this.#lines[this.#at]?.indent ?? 0) > parent) throw beyond;
    const text = lines.join("\n").replace(/\n+$/, "");
    return this.#alone(scalar(endsWithBreak ? `${text}\n` : text, "!!str", true), parent);
  }
}

function isItem({ text }: Line): boolean {
  return text === "-" || text.startsWith("- ");
}

function isNothing(rest: string): boolean {
  return rest === "" || rest.startsWith("#");
}

function isQuoteClosed(text: string): boolean {
  return /^'(?:[^']|'')*'$/.test(text);
}
