/**
 * Marks where a template differs from its source object. A slot is a placeholder word in the object. After the object
 * is printed as YAML, the slot's content replaces the word. In this way, all data of the object passes through the YAML
 * printer, and helm expressions occur only in explicitly chosen positions.
 */
import { type ExactJsonObject, type ExactJsonValue, isList } from "../core/json.js";
import { printYaml } from "../core/yaml.js";

export interface Slots {
  /** A part of a text: `{{ code }}`. Its result must be safe between quotes, as names are. */
  part(code: string): string;
  /** A whole value: `{{ code }}`. Its result must be YAML. */
  whole(code: string): string;
  /**
   * A key (with the value null) or an item whose line is replaced by these lines. `print` receives their indentation.
   * Never the first key of an item.
   */
  lines(print: (indent: number) => readonly string[]): string;
  /** The same, between `{{- head }}` and `{{- end }}`. */
  block(head: string, print: (indent: number) => readonly string[]): string;
  /** Items between `{{- if }}` and `{{- end }}`. */
  itemsIf(condition: string, items: readonly ExactJsonValue[]): ExactJsonValue[];
  /** Entries of a map between `{{- if }}` and `{{- end }}`. */
  entriesIf(condition: string, entries: ExactJsonObject): ExactJsonObject;
  print(object: ExactJsonValue): string;
}

interface Slot {
  readonly kind: "part" | "whole" | "lines";
  readonly print: (indent: number) => readonly string[];
}

/** @param texts - all that is going to be printed: no slot's word may be in it */
export function createSlots(texts: string): Slots {
  let prefix = "tsopSlot";
  while (texts.includes(prefix)) prefix += "x";
  const slots: Slot[] = [];
  const add = (slot: Slot): string => {
    slots.push(slot);
    return `${prefix}${slots.length - 1}z`;
  };
  const part = (code: string): string => add({ kind: "part", print: () => [`{{ ${code} }}`] });
  const lines: Slots["lines"] = (print) => add({ kind: "lines", print });
  const around = (condition: string): [string, string] => [
    lines(() => [`{{- if ${condition} }}`]),
    lines(() => ["{{- end }}"]),
  ];
  const word = new RegExp(`${prefix}(\\d+)z`, "g");
  const slotOf = (index: string): Slot => slots[Number(index)] ?? unknownSlot(index);
  const isPart = (text: string): boolean =>
    [...text.matchAll(word)].some(([, index = ""]) => slotOf(index).kind === "part");
  return {
    part,
    whole: (code) => add({ kind: "whole", print: () => [`{{ ${code} }}`] }),
    lines,
    block: (head, print) => lines((indent) => [`{{- ${head} }}`, ...print(indent), "{{- end }}"]),
    itemsIf: (condition, items) => {
      const [before, after] = around(condition);
      return [before, ...items, after];
    },
    entriesIf: (condition, entries) => {
      const [before, after] = around(condition);
      return { [before]: null, ...entries, [after]: null };
    },
    print: (object) => {
      const escaped = mapTexts(object, (text) => escapeBraces(text, prefix, part));
      const yaml = printYaml(escaped, { keepOrder: true, isQuoted: isPart });
      return yaml
        .split("\n")
        .flatMap((line) => fillLine(line, prefix, slotOf))
        .map((line) => line.replaceAll(word, (_, index: string) => slotOf(index).print(0).join("")))
        .join("\n");
    },
  };
}

/** Returns the expression that prints a chart value instead of a line. */
export function printed(path: string, indent: number): string {
  return `{{- toYaml ${path} | nindent ${indent} }}`;
}

/** Returns the same as the value of a field. */
export function printedField(field: string, path: string, indent: number): string[] {
  return [`${field}:`, `  ${printed(path, indent + 2)}`];
}

function fillLine(line: string, prefix: string, slotOf: (index: string) => Slot): readonly string[] {
  const [, margin = "", index] = new RegExp(`^( *)(?:- )?${prefix}(\\d+)z(?:: null)?$`).exec(line) ?? [];
  if (index === undefined) return [line];
  const slot = slotOf(index);
  return slot.kind === "lines" ? slot.print(margin.length).map((each) => margin + each) : [line];
}

/**
 * Prints opening braces with an action, so that helm does not read them as an action. This includes a brace directly
 * before an action.
 */
function escapeBraces(text: string, prefix: string, part: (code: string) => string): string {
  if (!text.includes("{")) return text;
  return text.replaceAll(new RegExp(`\\{{2,}|\\{(?=${prefix})`, "g"), (braces) => part(JSON.stringify(braces)));
}

function mapTexts(value: ExactJsonValue, map: (text: string) => string): ExactJsonValue {
  if (typeof value === "string") return map(value);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item) => mapTexts(item, map));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [map(key), item === undefined ? undefined : mapTexts(item, map)]),
  );
}

function unknownSlot(index: string): never {
  throw new Error(`there is no slot ${index}`);
}
