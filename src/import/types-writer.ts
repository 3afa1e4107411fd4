/** Converts schemas to type declarations. One writer generates the types of one file. */
import { ownOf } from "../core/own-members.js";
import type { KnownTypeName } from "../model/type-model.js";
import type { BuiltInTypes } from "./built-in-types.js";
import { fieldOf, type Schema } from "../schema/schema.js";
import { printComment } from "./comment-text.js";
import { onlyKeywords, useKeywords, withoutKeywords } from "./keywords.js";
import { exactTypes, KnownTypes } from "./known-types.js";
import { schemaTags, useTags } from "./schema-tags.js";
import { SchemaKeys } from "./schema-keys.js";
import { insideOf, jsonText, tag, type TagText } from "./tag-text.js";
import { TypeImports } from "./type-imports.js";
import { singularOf, TypeNames } from "./type-names.js";

/** The text of a type at its use, with the tags that must accompany it. */
interface Use {
  readonly text: string;
  /** The text on separate lines, for a union that does not fit on one. */
  readonly members?: readonly string[];
  readonly tags: readonly TagText[];
}

/** The path to a type, as names of fields. */
type Path = readonly string[];

const width = 120;

export class TypesWriter {
  readonly imports: TypeImports;
  readonly #kind: string;
  readonly #names: TypeNames;
  readonly #builtIn: BuiltInTypes | undefined;
  readonly #knownTypes = new KnownTypes();
  readonly #keys = new SchemaKeys(true);
  readonly #named = new Map<string, string>();
  readonly #declarations: string[] = [];

  /** @param builtIn - the types of Kubernetes that the file imports; without it, the file spells them out */
  constructor(kind: string, builtIn?: BuiltInTypes) {
    this.#kind = kind;
    this.#names = new TypeNames(kind, importable);
    this.imports = new TypeImports(kind, this.#names);
    this.#builtIn = builtIn;
  }

  /** Returns the declared types, in reading order. */
  get declarations(): readonly string[] {
    return this.#declarations;
  }

  /** Returns the lines of the fields of an object, and declares the types that they need. */
  fields(schema: Schema, path: Path): string[] {
    return Object.keys(schema.properties ?? {}).flatMap((name) => {
      const field = fieldOf(schema, name) ?? {};
      const use = this.#use(field, [...path, name]);
      const mark = schema.required?.includes(name) === true ? "" : "?";
      const start = `  ${isIdentifier(name) ? name : jsonText(name)}${mark}:`;
      const comment = printComment(field.description ?? "", [...use.tags, ...useTags(field)], "  ");
      const line = `${start} ${use.text};`;
      if (line.length <= width || use.members === undefined) return [...comment, line];
      const members = use.members.map((member) => `    | ${member}`);
      return [...comment, start, ...members.slice(0, -1), `${members.at(-1) ?? ""};`];
    });
  }

  /** Returns the tags of an object, except those of its fields. @param more - the tags of additional fields */
  objectTags({ required = [], ...schema }: Schema, more: Schema = {}): TagText[] {
    const unknown = required.filter((name) => fieldOf(schema, name) === undefined);
    const unknowns = [...unknown, ...(more.required ?? [])];
    const rest = withoutKeywords(schema, new Set(["properties"]));
    return schemaTags(
      { ...rest, ...more, ...(unknowns.length === 0 ? {} : { required: unknowns }) },
      new Set<keyof Schema>(["type"]),
    );
  }

  #use(schema: Schema, path: Path): Use {
    const use = this.#plain(withoutKeywords(schema, useKeywords), path);
    if (schema.nullable !== true) return use;
    if (use.text === "unknown") return { ...use, tags: [...use.tags, tag("nullable")] };
    return { ...use, text: `${use.text} | null`, ...(use.members && { members: [...use.members, "null"] }) };
  }

  #plain(schema: Schema, path: Path): Use {
    const known = this.#knownTypes.find(schema);
    if (known !== undefined) return { text: this.imports.own(known), tags: [] };
    const builtIn = this.#builtIn?.find(schema, path);
    if (builtIn !== undefined) return { text: this.imports.builtIn(builtIn), tags: [] };
    if (schema.type === undefined) return this.#untyped(schema);
    switch (schema.type) {
      case "string":
        return this.#string(schema);
      case "boolean":
        return { text: "boolean", tags: schemaTags(schema, new Set(["type"])) };
      case "integer":
      case "number":
        return this.#number(schema, schema.type);
      case "array":
        return this.#list(schema, path);
      case "object":
        return this.#object(schema, path);
    }
  }

  #untyped(schema: Schema): Use {
    if (schema[eitherKeyword] !== true) return { text: "unknown", tags: schemaTags(schema, new Set()) };
    const isOf = ([name, keywords]: (typeof eithers)[number]): boolean =>
      this.#knownTypes.find(onlyKeywords(schema, new Set([...keywords, eitherKeyword]))) === name;
    const [name, said] = eithers.find(isOf) ?? (["IntOrString", []] as const);
    return { text: this.imports.own(name), tags: schemaTags(schema, new Set([eitherKeyword, ...said])) };
  }

  #string(schema: Schema): Use {
    const { format, enum: values } = schema;
    if (values?.every((value) => typeof value === "string") === true) {
      const members = values.map(jsonText);
      return { text: members.join(" | "), members, tags: schemaTags(schema, new Set(["type", "enum"])) };
    }
    const text =
      format === "date-time" ? this.imports.own("Time") : format === "byte" ? this.imports.own("Base64") : "string";
    return { text, tags: schemaTags(schema, new Set(text === "string" ? ["type"] : ["type", "format"])) };
  }

  #number(schema: Schema, type: "integer" | "number"): Use {
    if (type === "number" && schema.format === undefined) {
      // With an explicit tag, a number without a width is intentional.
      return { text: "number", tags: [tag("schemaType", "number"), ...schemaTags(schema, new Set(["type"]))] };
    }
    const exact = ownOf(numberTypes, `${type} ${schema.format ?? ""}`);
    const said = new Set<keyof Schema>(exact === undefined ? ["type"] : ["type", "format"]);
    const name = exact ?? (type === "integer" ? "Integer" : "Double");
    return { text: this.imports.own(name), tags: schemaTags(schema, said) };
  }

  #list(schema: Schema, path: Path): Use {
    const inner = this.#inner(schema.items ?? {}, path);
    const needsBrackets = / \| /.test(withoutTexts(inner.text));
    return {
      text: needsBrackets ? `(${inner.text})[]` : `${inner.text}[]`,
      tags: [...schemaTags(schema, new Set(["type", "items"])), ...inner.tags.map((each) => insideOf("items", each))],
    };
  }

  #object(schema: Schema, path: Path): Use {
    if (schema.additionalProperties !== undefined) {
      const inner = this.#inner(schema.additionalProperties, path);
      return {
        text: this.#mapOf(inner.text),
        tags: [
          ...schemaTags(schema, new Set(["type", "additionalProperties"])),
          ...inner.tags.map((each) => insideOf("values", each)),
        ],
      };
    }
    if (schema.properties !== undefined) return { text: this.#interface(schema, path, ""), tags: [] };
    if (schema.otherFields === true)
      return { text: this.#mapOf("unknown"), tags: schemaTags(schema, new Set(["type"])) };
    if (schema["x-kubernetes-preserve-unknown-fields"] === true) {
      const said = new Set(["type", "x-kubernetes-preserve-unknown-fields"] as const);
      return { text: this.imports.own("RawExtension"), tags: schemaTags(schema, said) };
    }
    return { text: "object", tags: schemaTags(schema, new Set(["type"])) };
  }

  #mapOf(values: string): string {
    return this.#kind === "Record" ? `{ [key: string]: ${values} }` : `Record<string, ${values}>`;
  }

  /** Items and values have no comments; a named type carries their tags. */
  #inner(schema: Schema, path: Path): Use {
    const singular = [...path.slice(0, -1), singularOf(path.at(-1) ?? "")];
    const { description = "", nullable } = schema;
    const own = withoutKeywords(schema, useKeywords);
    const isKnown = this.#knownTypes.find(own) !== undefined || this.#builtIn?.find(own, singular) !== undefined;
    const isObject = schema.type === "object" && schema.properties !== undefined && !isKnown;
    const isBareNumber = schema.type === "number" && schema.format === undefined;
    const use = isObject
      ? { text: this.#interface(own, singular, description), tags: [] }
      : (description !== "" && (schema.properties === undefined || schema.type !== "object")) || isBareNumber
        ? { text: this.#alias(own, singular, description), tags: [] }
        : this.#plain(own, singular);
    const isUnknown = use.text === "unknown";
    return {
      text: nullable === true && !isUnknown ? `${use.text} | null` : use.text,
      tags: [...use.tags, ...(nullable === true && isUnknown ? [tag("nullable")] : []), ...useTags(schema)],
    };
  }

  #interface(schema: Schema, path: Path, description: string): string {
    return this.#declare(schema, path, description, (name) => {
      const comment = printComment(description, this.objectTags(schema), "");
      return [...comment, `export interface ${name} {`, ...this.fields(schema, path), "}"];
    });
  }

  #alias(schema: Schema, path: Path, description: string): string {
    return this.#declare(schema, path, description, (name) => {
      const { text, members, tags } = this.#plain(schema, path);
      const comment = printComment(description, tags, "");
      const line = `export type ${name} = ${text};`;
      if (line.length <= width || members === undefined) return [...comment, line];
      const lines = members.map((member) => `  | ${member}`);
      return [...comment, `export type ${name} =`, ...lines.slice(0, -1), `${lines.at(-1) ?? ""};`];
    });
  }

  #declare(schema: Schema, path: Path, description: string, print: (name: string) => string[]): string {
    const key = `${this.#keys.of(schema)} ${description}`;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const name = this.#names.choose(path);
    this.#named.set(key, name);
    // Declare a type before the types of its fields.
    const index = this.#declarations.push("") - 1;
    this.#declarations[index] = print(name).join("\n");
    return name;
  }
}

const eitherKeyword = "x-kubernetes-int-or-string";

/** The types that are an integer or a string, each with the keywords that it implies; the more specific type first. */
const eithers: readonly (readonly [KnownTypeName, readonly (keyof Schema)[]])[] = [
  ["Quantity", ["anyOf", "pattern"]],
  ["IntOrString", ["anyOf"]],
];

/** The number types that include the format. */
const numberTypes: Readonly<Record<string, KnownTypeName>> = {
  "integer int32": "Int32",
  "integer int64": "Int64",
  "number double": "Double",
};

/** No type of a file gets one of these names, or the alias that a kind of the same name causes. */
const importable = [...exactTypes, "ObjectMeta"].flatMap((name) => [name, `Tsop${name}`]);

function withoutTexts(type: string): string {
  return type.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/<[^<>]*>|\{[^{}]*\}/g, "");
}

/** Returns whether a name can be unquoted in an interface. */
function isIdentifier(name: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(name);
}
