/** What the Go source of a package of types says of its structs: gofmt's layout is taken for granted. */

export interface GoStruct {
  readonly name: string;
  readonly fields: readonly GoField[];
}

export interface GoField {
  /** An embedded struct has its type's name. */
  readonly name: string;
  /** `*int32`, `[]Container`, `metav1.ObjectMeta`. */
  readonly type: string;
  /** Of the tag `json`; empty where the tag has no name. */
  readonly jsonName: string;
  readonly jsonOptions: readonly string[];
  /** Of the tag `protobuf`; absent where the field has none. */
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

/** The named lists of strings, which are messages with `items`: `type ExtraValue []string`. */
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
  return [{ name, type, jsonName, jsonOptions, ...(number === undefined ? {} : { number: Number(number) }) }];
}

function tag(tags: string | undefined, key: string): string | undefined {
  return new RegExp(`(?:^| )${key}:"([^"]*)"`).exec(tags ?? "")?.[1];
}
