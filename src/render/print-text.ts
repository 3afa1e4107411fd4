/**
 * Prints texts exactly like kustomize.
 * Sources: go.yaml.in/yaml/v2/encode.go (stringv) and emitterc.go (yaml_emitter_analyze_scalar and what follows it).
 */
import { resolvePlain } from "../core/resolve-plain.js";

const bestWidth = 80;

/**
 * Returns the lines of a text. The first line follows `start`, and the others are indented by `indent`. A key stays on
 * one line.
 */
export function printText(text: string, indent: number, start: string, isKey = false): string[] {
  // A fast path for nearly all keys and many values; the rules below would give the same result.
  if (isWord(text)) return [start + text];
  if (text.includes("\n")) {
    return !isKey && isBlockAllowed(text) ? printBlock(text, indent, start) : printDouble(text, indent, start, isKey);
  }
  if (isOtherThanText(text)) return printDouble(text, indent, start, isKey);
  if (!isPrintable(text)) return printDouble(text, indent, start, isKey);
  if (isPlainAllowed(text)) return fold(text, indent, start, "", isKey);
  return fold(text.replaceAll("'", "''"), indent, start, "'", isKey);
}

/** Returns whether a text has only letters and digits, and no YAML reader takes it for another type. */
function isWord(text: string): boolean {
  return text.length < 60 && /^[A-Za-z][A-Za-z0-9]*$/.test(text) && resolvePlain(text, "1.1").tag === "!!str";
}

function isOtherThanText(text: string): boolean {
  return resolvePlain(text, "1.1").tag !== "!!str" || /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/.test(text);
}

/** Returns whether all characters are printable. Characters beyond 16 bits and tabs do not count as printable. */
function isPrintable(text: string): boolean {
  return /^[\n\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]*$/.test(text);
}

function isPlainAllowed(text: string): boolean {
  if (/^ | $|^(?:---|\.\.\.)/.test(text)) return false;
  return !/^(?:[#,[\]{}&*!|>'"%@`]|[?:-](?: |$))|:(?: |$)| #/.test(text);
}

function isBlockAllowed(text: string): boolean {
  return isPrintable(text) && !/ (?:\n|$)/.test(text);
}

function printBlock(text: string, indent: number, start: string): string[] {
  const hint = /^[ \n]/.test(text) ? "2" : "";
  const chomp = !text.endsWith("\n") ? "-" : text === "\n" || text.endsWith("\n\n") ? "+" : "";
  const margin = " ".repeat(indent);
  const lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
  return [`${start}|${hint}${chomp}`, ...lines.map((line) => (line === "" ? "" : margin + line))];
}

/** Breaks a long line at single spaces, where readers join it again. */
function fold(text: string, indent: number, start: string, quote: string, isKey: boolean): string[] {
  const whole = `${start}${quote}${text}${quote}`;
  if (isKey || whole.length <= bestWidth) return [whole];
  const lines: string[] = [];
  let line = start + quote;
  let hasSpaces = false;
  const characters = Array.from(text);
  let column = Array.from(line).length;
  const add = (character: string): void => {
    line += character;
    column += 1;
  };
  characters.forEach((character, index) => {
    const isInside = quote === "" || (index > 0 && index < characters.length - 1);
    if (character === " " && !hasSpaces && column > bestWidth && isInside && characters[index + 1] !== " ") {
      lines.push(line);
      line = " ".repeat(indent);
      column = indent;
    } else add(character);
    hasSpaces = character === " ";
  });
  return [...lines, line + quote];
}

const escapes: Readonly<Record<string, string>> = {
  "\0": "0",
  "\x07": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  "\x1b": "e",
  '"': '"',
  "\\": "\\",
  "\x85": "N",
  "\u2028": "L",
  "\u2029": "P",
};

function printDouble(text: string, indent: number, start: string, isKey: boolean): string[] {
  const lines: string[] = [];
  let line = `${start}"`;
  let column = Array.from(line).length;
  let hasSpaces = false;
  const characters = Array.from(text);
  characters.forEach((character, index) => {
    const isBreak = character === " " && !isKey && !hasSpaces && column > bestWidth;
    if (isBreak && index > 0 && index < characters.length - 1) {
      lines.push(line);
      // Readers drop a space at the start of a line.
      line = " ".repeat(indent) + (characters[index + 1] === " " ? "\\" : "");
      column = line.length;
    } else {
      const printed = printCharacter(character);
      line += printed;
      column += Array.from(printed).length;
    }
    hasSpaces = character === " ";
  });
  return [...lines, `${line}"`];
}

function printCharacter(character: string): string {
  const escape = escapes[character];
  if (escape !== undefined) return `\\${escape}`;
  if (isPrintable(character)) return character;
  const code = character.codePointAt(0) ?? 0;
  // A lone surrogate is not a character.
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
