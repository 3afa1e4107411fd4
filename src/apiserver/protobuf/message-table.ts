import { type BasicForm, basicForms, basicMessages } from "./basic-messages.js";
import type { ScalarType } from "./scalar-types.js";

/** A message of Kubernetes' types, and its JSON form. */
export interface MessageType {
  /** `basic` for messages that do not belong to a group version. */
  readonly apiVersion: string;
  readonly name: string;
  /** The message has apiVersion and kind, which are not in `fields`. */
  readonly isKind: boolean;
  /** The fields in JSON order, which is the order of Go's struct. */
  readonly fields: readonly MessageField[];
  readonly byNumber: ReadonlyMap<number, MessageField>;
  /** The fields in the order in which Go writes them, from the end. */
  readonly descending: readonly MessageField[];
  /** Only for a message whose JSON is not an object of its fields. */
  readonly form: BasicForm | undefined;
}

export interface MessageField {
  readonly name: string;
  /** The name in messages of the API server. */
  readonly goName: string;
  readonly number: number;
  readonly shape: "one" | "list" | "map";
  /** The type of the value, of a list's items, or of a map's values. */
  readonly type: ScalarType | MessageReference;
  /** The field can be nil in Go: it is then absent on the wire. Other fields except lists and maps are always present. */
  readonly isNullable: boolean;
  /** The JSON contains the fields of this message in place of the message. */
  readonly isInline: boolean;
  /** The `omitempty` and `omitzero` options of Go's tags. */
  readonly omits: "never" | "empty" | "zero";
}

export interface MessageReference {
  readonly apiVersion: string;
  readonly name: string;
  resolve(): MessageType;
}

/** The types that every group version has, with any name. */
const metaVersion = "meta.k8s.io/v1";
const isInEveryVersion =
  /^(?:WatchEvent|Status|(?:Create|Delete|Get|List|Patch|Update)Options|API(?:Group|GroupList|ResourceList|Versions))$/;

/**
 * The messages by group version and name. Parses a message's line on first use:
 *
 *     ConfigMap+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta immutable?:4*bool data?:2{}string
 *
 * The line starts with the name, and a plus for a kind. Each field has its JSON name (`...`: inline), its Go name if that
 * differs, `?` for omitempty and `??` for omitzero, its number, `*` for a pointer, `[]` for a list, `{}` for a map, and its
 * type.
 */
export class MessageTable {
  readonly #lines = new Map<string, string>();
  readonly #types = new Map<string, MessageType>();

  readonly #forms: Readonly<Record<string, BasicForm>>;

  /** @param forms - the messages whose JSON is not an object of their fields, except the basic ones */
  constructor(messages: Readonly<Record<string, readonly string[]>>, forms: Readonly<Record<string, BasicForm>> = {}) {
    this.#forms = forms;
    for (const [apiVersion, lines] of Object.entries({ ...messages, basic: basicMessages })) {
      for (const line of lines) this.#lines.set(`${apiVersion}.${/^\w+/.exec(line)?.[0] ?? ""}`, line);
    }
  }

  /** Returns undefined if no kind has this name. */
  findKind(apiVersion: string, kind: string): MessageType | undefined {
    const type = this.#find(isInEveryVersion.test(kind) ? metaVersion : apiVersion, kind);
    return type?.isKind === true ? type : undefined;
  }

  get(apiVersion: string, name: string): MessageType {
    const type = this.#find(apiVersion, name);
    if (type === undefined) throw new Error(`no message ${apiVersion}.${name}`);
    return type;
  }

  #find(apiVersion: string, name: string): MessageType | undefined {
    const key = `${apiVersion}.${name}`;
    const known = this.#types.get(key);
    if (known !== undefined) return known;
    const line = this.#lines.get(key);
    if (line === undefined) return undefined;
    const type = this.#parse(line, apiVersion);
    this.#types.set(key, type);
    return type;
  }

  #parse(line: string, home: string): MessageType {
    const parsed = parseMessage(line, home, (apiVersion, name) => {
      let type: MessageType | undefined;
      // Resolved once, because a field is read and written many times.
      return { apiVersion, name, resolve: () => (type ??= this.get(apiVersion, name)) };
    });
    return { ...parsed, form: (home === "basic" ? basicForms : this.#forms)[parsed.name] };
  }
}

type Refer = (apiVersion: string, name: string) => MessageReference;

function parseMessage(line: string, home: string, refer: Refer): Omit<MessageType, "form"> {
  const [name = "", ...texts] = line.split(" ");
  const fields = texts.map((text) => parseField(text, home, refer));
  return {
    apiVersion: home,
    name: name.replace("+", ""),
    isKind: name.endsWith("+"),
    fields,
    byNumber: new Map(fields.map((field) => [field.number, field])),
    descending: fields.toSorted((a, b) => b.number - a.number),
  };
}

const fieldPattern = /^(\.\.\.|[^/?:]+)(?:\/(\w+))?(\?\??)?:(\d+)(\*|\[\]|\{\})?([A-Za-z][\w./]*)$/;

function parseField(text: string, home: string, refer: Refer): MessageField {
  const [, name = "", goName, omits, number, shape, reference = ""] = fieldPattern.exec(text) ?? [];
  const dot = reference.lastIndexOf(".");
  const [apiVersion, type] = [dot === -1 ? home : reference.slice(0, dot), reference.slice(dot + 1)];
  return {
    name,
    goName: goName ?? `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`,
    number: Number(number),
    shape: shape === "[]" ? "list" : shape === "{}" ? "map" : "one",
    type: isScalar(type) ? type : refer(apiVersion, type),
    isNullable: shape === "*",
    isInline: name === "...",
    omits: omits === undefined ? "never" : omits === "?" ? "empty" : "zero",
  };
}

const scalarTypes: readonly string[] = ["bool", "bytes", "double", "int32", "int64", "json", "string"];

function isScalar(type: string): type is ScalarType {
  return scalarTypes.includes(type);
}
