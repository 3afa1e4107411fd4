/** Generates config maps and secrets from files and literals. Sources: api/internal/generators, api/kv/kv.go. */
import { TsopError } from "../core/errors.js";
import type { GeneratorEntry } from "./read-generators.js";
import { mapNode, type Node, scalar, textNode } from "./node.js";
import { noHistory, type Resource, setStringMap } from "./resource.js";

/** Returns the content of a file that a kustomization names. */
export type ReadBytes = (path: string) => Uint8Array;

export function generateObject(entry: GeneratorEntry, read: ReadBytes): Resource {
  const isSecret = entry.kind === "Secret";
  const metadata = mapNode(new Map([["name", textNode(entry.name)]]));
  if (entry.namespace !== "") metadata.fields.set("namespace", textNode(entry.namespace));
  const node = mapNode(
    new Map([
      ["apiVersion", textNode("v1")],
      ["kind", textNode(entry.kind)],
      ["metadata", metadata],
    ]),
  );
  if (isSecret) node.fields.set("type", textNode(entry.type === "" ? "Opaque" : entry.type));
  for (const [field, values] of isSecret ? secretData(entry, read) : configMapData(entry, read)) {
    node.fields.set(field, values);
  }
  setStringMap(node, "labels", new Map(Object.entries(entry.options.labels)));
  setStringMap(node, "annotations", new Map(Object.entries(entry.options.annotations)));
  if (entry.options.immutable) node.fields.set("immutable", scalar("true", "!!bool"));
  return { node, history: { ...noHistory, needsHash: !entry.options.disableNameSuffixHash } };
}

function secretData(entry: GeneratorEntry, read: ReadBytes): [string, Node][] {
  const fields = [...readPairs(entry, read)].map(([key, bytes]): [string, Node] => [key, textNode(printBase64(bytes))]);
  return [["data", mapNode(new Map(fields))]];
}

/** Returns the data of a config map. Content that is not text goes to `binaryData`. */
function configMapData(entry: GeneratorEntry, read: ReadBytes): [string, Node][] {
  const [data, binaryData] = [mapNode(), mapNode()];
  for (const [key, bytes] of readPairs(entry, read)) {
    const text = decode(bytes);
    if (text === undefined) binaryData.fields.set(key, textNode(printBase64(bytes)));
    else data.fields.set(key, textNode(text));
  }
  return [
    ["data", data],
    ["binaryData", binaryData],
  ].filter((field): field is [string, Node] => (field[1] as Node).fields.size > 0);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Prints base64, in several lines if necessary. */
function printBase64(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("base64");
  if (text.length < 70) return text;
  return text.replace(/.{1,70}/g, "$&\n");
}

function readPairs(entry: GeneratorEntry, read: ReadBytes): Map<string, Uint8Array> {
  const pairs = new Map<string, Uint8Array>();
  const add = (key: string, value: Uint8Array): void => {
    if (pairs.has(key)) throw fault(entry, `the key ${key} exists twice`, "Remove one of them.");
    pairs.set(key, value);
  };
  for (const path of entry.envs) for (const [key, value] of readLines(entry, path, read)) add(key, value);
  for (const literal of entry.literals) add(...readLiteral(entry, literal));
  for (const source of entry.files) {
    const [key, path] = readFileSource(entry, source);
    add(key, read(path));
  }
  return pairs;
}

function readLines(entry: GeneratorEntry, path: string, read: ReadBytes): [string, Uint8Array][] {
  const text = decode(read(path));
  if (text === undefined) throw fault(entry, `${path} is not UTF-8`, "List the file under `files`.");
  return text.split("\n").flatMap((each, index): [string, Uint8Array][] => {
    const unmarked = index === 0 ? each.replace(/^\ufeff/, "") : each;
    const line = unmarked.replace(/\r$/, "").trimStart();
    if (line === "" || line.startsWith("#")) return [];
    const equals = line.indexOf("=");
    const key = equals < 0 ? line : line.slice(0, equals);
    return key === "" ? [] : [[key, Buffer.from(equals < 0 ? "" : line.slice(equals + 1))]];
  });
}

function readLiteral(entry: GeneratorEntry, literal: string): [string, Uint8Array] {
  const equals = literal.indexOf("=");
  if (equals <= 0) {
    throw fault(entry, `the literal ${JSON.stringify(literal)} has no key`, "Write key=value.");
  }
  const value = literal.slice(equals + 1);
  const isQuoted = value.length > 1 && /^(["']).*\1$/s.test(value);
  return [literal.slice(0, equals), Buffer.from(isQuoted ? value.slice(1, -1) : value)];
}

function readFileSource(entry: GeneratorEntry, source: string): [key: string, path: string] {
  const parts = source.split("=");
  const [first = "", second] = parts;
  if (second === undefined)
    return [
      first
        .split("/")
        .filter((part) => part !== "")
        .at(-1) ?? "",
      first,
    ];
  if (parts.length === 2 && first !== "" && second !== "") return [first, second];
  throw fault(
    entry,
    `the file ${JSON.stringify(source)} does not have the form key=path`,
    "Write key=path, or only the path.",
  );
}

function fault({ kind, name }: GeneratorEntry, message: string, hint: string): TsopError {
  return new TsopError("render/invalid", `the ${kind} ${name} is invalid: ${message}`, { hint });
}
