/** Reads the structs in the Go source of a package of types. Relies on gofmt's layout. */

export interface GoStruct {
  readonly name: string;
  readonly fields: readonly GoField[];
}

export interface GoField {
  /** The field name. An embedded struct has the name of its type. */
  readonly name: string;
  /** The Go type: `*int32`, `[]Container`, `metav1.ObjectMeta`. */
  readonly type: string;
  /** The name in the tag `json`; empty if the tag has no name. */
  readonly jsonName: string;
  readonly jsonOptions: readonly string[];
  /** Whether the struct embeds the type. */
  readonly isEmbedded: boolean;
  /** The number in the tag `protobuf`; absent if the field has no tag. */
  readonly number?: number;
}

export function readGoStructs(text: string): GoStruct[] {
  const structs: GoStruct[] = [];
  const code = text.replace(/^\s*\/\*[^]*?\*\//gm, "");
  for (const [, name = "", body = ""] of code.matchAll(/^type (\w+) struct ?\{(?:\n([^]*?)^)?\}$/gm)) {
    structs.push({ name, fields: body.split("\n").flatMap((line) => readField(line, name)) });
  }
  return structs;
}

/** Returns the named string lists, which are messages with `items`: `type ExtraValue []string`. */
export function readGoStringLists(text: string): string[] {
  return [...text.matchAll(/^type (\w+) \[\]string$/gm)].map(([, name = ""]) => name);
}

function readField(line: string, struct: string): GoField[] {
  const code = line.trim();
  if (code === "" || code.startsWith("//")) return [];
  const [, given, type, tags] = /^(?:(\w+)\s+)?([^\s`]+)(?:\s+`(.*)`)?(?:\s*\/\/.*)?$/.exec(code) ?? [];
  if (type === undefined) throw new Error(`cannot read a field of ${struct}: ${code}`);
  const name = given ?? type.replace(/^.*[.*]/, "");
  const [jsonName = "", ...jsonOptions] = (tag(tags, "json") ?? "").split(",");
  const number = tag(tags, "protobuf")?.split(",")[1];
  return [
    {
      name,
      type,
      jsonName,
      jsonOptions,
      isEmbedded: given === undefined,
      ...(number === undefined ? {} : { number: Number(number) }),
    },
  ];
}

function tag(tags: string | undefined, key: string): string | undefined {
  return new RegExp(`(?:^| )${key}:"([^"]*)"`).exec(tags ?? "")?.[1];
}
