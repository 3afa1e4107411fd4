/** `tsop docs` says everything about a type that crd-ref-docs says about the same type in Go, and more. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { Block, Cell, Inline, Line } from "../../src/reference/formats/block.js";
import { type PeerField, type PeerType, readCrdRefDocs } from "../support/crd-ref-docs.js";
import { goldenCases } from "../support/manifest-cases.js";
import { pageOf, referenceOfTypes } from "../support/reference.js";

const cases = goldenCases("manifests").flatMap(({ name, folder, input }) => {
  const file = path.join(folder, "reference/crd-ref-docs.md");
  return existsSync(file) ? [{ name, input, peers: readCrdRefDocs(readFileSync(file, "utf8")) }] : [];
});

/** The parts of the Go types that the reference does not have under the same name, each with the reason. */
const different: Readonly<Record<string, string>> = {
  "go-types: Base": "Go embeds it; its fields are fields of TypeSpec",
  "go-types: Middle": "Go embeds it; its fields are fields of TypeSpec",
  "go-types: Optional": "Go embeds it; its fields are fields of TypeSpec",
  "one-of: Always": "the TypeScript field has a type without a name",
  "topology: Range": "the TypeScript field has a type without a name: TopologySpecRange",
  "topology: Reference": "the TypeScript field has a type without a name: TopologySpecReference",
  "validation: Short": "the TypeScript field has the bound of the type in a tag",
  "validation: ThingSpec.otherName MaxLength: 200":
    "the type Name allows twenty characters, and the CRD the smaller number",
  "versions: DraftSpec": "the TypeScript field has a type without a name",
};

interface Section {
  readonly group: string;
  readonly name: string;
  readonly text: string;
  readonly rows: ReadonlyMap<string, readonly string[]>;
}

/** Returns the sections of the page as plain texts. */
function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: { group: string; name: string; text: string; rows: Map<string, string[]> }[] = [];
  let group = "";
  for (const block of blocks) {
    const last = sections.at(-1);
    if (block.kind === "heading") {
      if (block.level === 2) group = block.text;
      else sections.push({ group, name: block.text, text: "", rows: new Map() });
    } else if (last !== undefined && block.kind === "table") {
      for (const cells of block.rows) last.rows.set(cellText(cells[0] ?? []), cells.map(cellText));
    } else if (last !== undefined) {
      const lines = block.kind === "list" ? block.items : block.kind === "paragraph" ? [block.line] : [];
      last.text += ` ${lines.map(lineText).join(" ; ")}`;
    }
  }
  return sections;
}

const cellText = (cell: Cell): string => cell.map(lineText).join(" ; ");
const lineText = (line: Line): string => line.map(inlineText).join("").replaceAll(/\s+/g, " ");

function inlineText(inline: Inline): string {
  if (typeof inline === "string") return inline;
  return inline.kind === "link" ? inlineText(inline.content) : inline.text;
}

/** Returns the pattern of the words for a validation, in lower case. */
function wordsFor(validation: string): RegExp {
  const [, items, keyword = "", text = ""] = /^(items:)?(\w+):? ?(.*)$/s.exec(validation) ?? [];
  const value = text.toLowerCase();
  const number = `${value}(?![\\d])`;
  const words: Readonly<Record<string, string>> = {
    Minimum: `(?:at least|greater than) ${number}`,
    Maximum: `(?:at most|less than) ${number}`,
    ExclusiveMinimum: value === "false" ? "" : "greater than",
    ExclusiveMaximum: value === "false" ? "" : "less than",
    MultipleOf: `a multiple of ${number}`,
    ...Object.fromEntries(
      (
        [
          ["Length", "character"],
          ["Items", "item"],
          ["Properties", "entr"],
        ] as const
      ).flatMap(([name, unit]) => [
        [`Min${name}`, `(?:at least|exactly) ${number} ${unit}|(?:^|\\W)${value} to \\d+ ${unit}`],
        [`Max${name}`, `(?:at most|exactly) ${number} ${unit}|\\d+ to ${value} ${unit}`],
      ]),
    ),
    Enum: value
      .slice(1, -1)
      .split(" ")
      .map((each) => escape(each))
      .join("\\b.*\\b"),
    Optional: "optional",
    Required: "required",
    Type: `${value}|any value|number|rawextension|time|duration`,
    EmbeddedResource: "a whole object",
    XEmbeddedResource: "a whole object",
    XIntOrString: "intorstring|integer or string",
    XPreserveUnknownFields: "keeps fields|any value|rawextension",
    // It says how controller-gen reads the type, and nothing about values.
    Schemaless: "",
  };
  const found = Object.hasOwn(words, keyword) ? words[keyword] : escape(keyword === "XValidation" ? "" : value);
  // The type of the field already contains the type of its items.
  const isOfType = ["Type", "XIntOrString", "XPreserveUnknownFields"].includes(keyword);
  return new RegExp(`${items === undefined || isOfType ? "" : "each item.*"}(?:${found ?? ""})`, "s");
}

describe.each(cases)("the reference of $name", ({ name, input, peers }) => {
  const sections = sectionsOf(pageOf(referenceOfTypes(input)).blocks);
  const sectionOf = ({ group, name: type }: Pick<PeerType, "group" | "name">): Section | undefined =>
    sections.find((each) => each.group === group && each.name === type);

  const missing = (peer: PeerType, field?: PeerField): string[] => {
    const label = `${name}: ${peer.name}${field === undefined ? "" : `.${field.name}`}`;
    return different[label] === undefined ? [label] : [];
  };

  test("has its types, fields, descriptions, defaults and validations", () => {
    const lost = peers
      .filter(({ name: type }) => !type.endsWith("List"))
      .flatMap((peer): string[] => {
        const section = sectionOf(peer);
        if (section === undefined) return missing(peer);
        return [
          ...(section.text.includes(peer.description) ? [] : [`${missing(peer).join("")} ${peer.description}`]),
          ...peer.validation
            .filter((each) => !wordsFor(each).test(withLinked(section)))
            .map((each) => `${peer.name} ${each}`),
          ...peer.appearsIn
            .filter((each) => !each.endsWith("List") && !section.text.includes(each))
            .map((each) => `${peer.name} in ${each}`),
          ...peer.fields.flatMap((field) => lostOf(peer, field, section)),
        ];
      });
    expect(lost).toEqual([]);
  });

  /** The text of a section, and of the types that it links to. */
  const withLinked = ({ text }: Section): string =>
    [text, ...sections.filter((each) => text.includes(each.name)).map((each) => each.text)].join(" ; ").toLowerCase();

  function lostOf(peer: PeerType, field: PeerField, section: Section): string[] {
    // The section of a list names the fields of its items, which have their own section.
    const row = [section, ...sections.filter(({ name: each }) => section.text.includes(each))]
      .map(({ rows }) => rows.get(field.name))
      .find((each) => each !== undefined);
    if (row === undefined) return missing(peer, field);
    // A field can have constraints of its named type.
    const named = sections.filter((each) => row[1]?.includes(each.name) === true).map(({ text }) => text);
    const text = [...row, ...named].join(" ; ").toLowerCase();
    const isStandard =
      ["apiVersion", "kind", "metadata"].includes(field.name) && peer.fields.some(({ name: each }) => each === "kind");
    const label = missing(peer, field).join("");
    if (label === "" || isStandard) return [];
    const preset = field.default.match(/[\w.-]+/g) ?? [];
    return [
      ...(row[2]?.includes(field.description.replaceAll(/\s+/g, " ")) === true
        ? []
        : [`${label} description ${field.description}`]),
      ...(preset.every((word) => row[3]?.includes(word) === true) ? [] : [`${label} default ${field.default}`]),
      ...field.validation
        .filter((each) => !wordsFor(each).test(text))
        .map((each) => `${label} ${each}`)
        .filter((each) => different[each] === undefined),
    ];
  }
});

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
