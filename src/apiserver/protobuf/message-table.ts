import { type BasicForm, basicForms, basicMessages } from "./basic-messages.js";
import type { ScalarType } from "./scalar-types.js";

/** A message of Kubernetes' types, and how it stands in JSON. */
export interface MessageType {
  /** `basic` for messages that are no type of a group version. */
  readonly apiVersion: string;
  readonly name: string;
  /** It has apiVersion and kind, which are not among its fields. */
  readonly isKind: boolean;
  /** In the order of JSON, which is that of Go's struct. */
  readonly fields: readonly MessageField[];
  readonly byNumber: ReadonlyMap<number, MessageField>;
  /** As Go writes them, from the end. */
  readonly descending: readonly MessageField[];
  /** Of a message whose JSON is not an object of its fields. */
  readonly form: BasicForm | undefined;
}

export interface MessageField {
  readonly name: string;
  /** As in messages of the API server. */
  readonly goName: string;
  readonly number: number;
  readonly shape: "one" | "list" | "map";
  /** Of a list's items, or of a map's values. */
  readonly type: ScalarType | MessageReference;
  /** It may be nil in Go: absent on the wire, while other fields that are not lists or maps are always there. */
  readonly isNullable: boolean;
  /** Its own fields stand in JSON where it would stand. */
  readonly isInline: boolean;
  /** `omitempty` and `omitzero` of Go's tags. */
  readonly omits: "never" | "empty" | "zero";
}

export interface MessageReference {
  readonly apiVersion: string;
  readonly name: string;
  resolve(): MessageType;
}

/** The types that every group version has, whatever its name. */
const metaVersion = "meta.k8s.io/v1";
const isInEveryVersion =
  /^(?:WatchEvent|Status|(?:Create|Delete|Get|List|Patch|Update)Options|API(?:Group|GroupList|ResourceList|Versions))$/;

/**
 * The messages by group version and name. Reads a message's line when it is first asked for:
 *
 *     ConfigMap+ metadata/ObjectMeta?:1meta.k8s.io/v1.ObjectMeta immutable?:4*bool data?:2{}string
 *
 * name and plus for a kind; for each field its name in JSON (`...`: inline), its name in Go if that is another, `?` for
 * omitempty and `??` for omitzero, its number, `*` for a pointer, `[]` for a list, `{}` for a map, and its type.
 */
export class MessageTable {
  readonly #lines = new Map<string, string>();
  readonly #types = new Map<string, MessageType>();

  readonly #forms: Readonly<Record<string, BasicForm>>;

  /** @param forms - of messages whose JSON is not an object of their fields, beside the basic ones */
  constructor(messages: Readonly<Record<string, readonly string[]>>, forms: Readonly<Record<string, BasicForm>> = {}) {
    this.#forms = forms;
    for (const [apiVersion, lines] of Object.entries({ ...messages, basic: basicMessages })) {
      for (const line of lines) this.#lines.set(`${apiVersion}.${/^\w+/.exec(line)?.[0] ?? ""}`, line);
    }
  }

  /** Undefined where no kind has this name. */
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
      // Found once: a field is read and written many times.
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
