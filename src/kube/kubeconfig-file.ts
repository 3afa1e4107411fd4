import { readFile } from "node:fs/promises";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { isJsonObject, isList, type UnknownObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";

/** One kubeconfig, whose shape has been checked; the contents of the entries are read where they are needed. */
export interface KubeConfigFile {
  readonly path: string;
  readonly currentContext: { readonly name: string } | undefined;
  readonly clusters: ReadonlyMap<string, ConfigEntry>;
  readonly users: ReadonlyMap<string, ConfigEntry>;
  readonly contexts: ReadonlyMap<string, ConfigEntry>;
}

/** A named entry of a kubeconfig, and the file that its relative paths refer to. */
export interface ConfigEntry {
  readonly file: string;
  /** The name in messages: `user "admin"`. */
  readonly name: string;
  readonly fields: UnknownObject;
}

export async function readKubeConfigFile(file: string): Promise<KubeConfigFile> {
  const root = await parse(file);
  const current = root["current-context"];
  if (current !== undefined && current !== null && typeof current !== "string") {
    throw invalid(file, "current-context is not a string");
  }
  return {
    path: file,
    currentContext: typeof current === "string" && current !== "" ? { name: current } : undefined,
    clusters: entries(file, root, "clusters", "cluster"),
    users: entries(file, root, "users", "user"),
    contexts: entries(file, root, "contexts", "context"),
  };
}

async function parse(file: string): Promise<UnknownObject> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    throw new TsopError("cluster/invalid-kubeconfig", `cannot read ${file}: ${reasonOf(error)}`, { cause: error });
  }
  // JSON is YAML, and does not need the YAML library.
  const value = readJson(text) ?? (await parseYaml(file, text));
  if (!isJsonObject(value)) throw invalid(file, "not a kubeconfig: its top level is not a map");
  if (value["kind"] !== undefined && value["kind"] !== "Config") {
    throw invalid(file, `not a kubeconfig: its kind is ${JSON.stringify(value["kind"])}`);
  }
  return value;
}

async function parseYaml(file: string, text: string): Promise<unknown> {
  // Loaded only here, because an operator in a pod never reads a kubeconfig.
  const { findCollectionKey, LineCounter, readYamlDocuments } = await import("./yaml-parser.js");
  const lineCounter = new LineCounter();
  const [document, second] = readYamlDocuments(text, { lineCounter });
  const [error] = document?.errors ?? [];
  if (error !== undefined) throw invalidYaml(file, error.message, lineCounter.linePos(error.pos[0]), error);
  const key = document === undefined ? undefined : findCollectionKey(document);
  if (key !== undefined) throw invalidYaml(file, "a key is a map or a list", lineCounter.linePos(key.range?.[0] ?? 0));
  if (second !== undefined) {
    throw invalidYaml(file, "expected one document, found several", lineCounter.linePos(second.range[0]));
  }
  try {
    const value: unknown = document?.toJS();
    return value;
  } catch (cause) {
    // The aliases expand beyond the limit.
    throw invalidYaml(file, cause instanceof Error ? cause.message : String(cause), undefined, cause);
  }
}

function invalidYaml(
  file: string,
  message: string,
  place?: { readonly line: number; readonly col: number },
  cause?: unknown,
): TsopError {
  return new TsopError("cluster/invalid-kubeconfig", `not valid YAML: ${message}`, {
    at: { file, ...(place === undefined ? {} : { line: place.line, column: place.col }) },
    cause,
  });
}

function entries(file: string, root: UnknownObject, list: string, field: string): Map<string, ConfigEntry> {
  const result = new Map<string, ConfigEntry>();
  const items = root[list] ?? [];
  if (!isList(items)) throw invalid(file, `${list} is not a list`);
  for (const [index, item] of items.entries()) {
    const name: unknown = isJsonObject(item) ? item["name"] : undefined;
    if (!isJsonObject(item) || typeof name !== "string") throw invalid(file, `${list}[${index}] has no name`);
    const fields = item[field] ?? {};
    const title = `${field} ${JSON.stringify(name)}`;
    if (!isJsonObject(fields)) throw invalid(file, `${title}: \`${field}\` is not a map`);
    if (!result.has(name)) result.set(name, { file, name: title, fields });
  }
  return result;
}

/** Returns a text field of an entry; undefined if it is absent or empty. */
export function textField(entry: ConfigEntry, field: string): string | undefined {
  const value = entry.fields[field];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string") throw invalid(entry.file, `${entry.name}: ${field} is not a string`);
  return value;
}

/** Returns a path of an entry, relative to its file. */
export function pathField(entry: ConfigEntry, field: string): string | undefined {
  const value = textField(entry, field);
  return value === undefined ? undefined : path.resolve(path.dirname(entry.file), value);
}

export function flagField(entry: ConfigEntry, field: string): boolean {
  const value = entry.fields[field] ?? false;
  if (typeof value !== "boolean") throw invalid(entry.file, `${entry.name}: ${field} is not true or false`);
  return value;
}

export function textListField(entry: ConfigEntry, field: string): string[] {
  const value: unknown = entry.fields[field] ?? [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string")) {
    throw invalid(entry.file, `${entry.name}: ${field} is not a list of strings`);
  }
  return value;
}

export function invalid(file: string, message: string, hint?: string): TsopError {
  return new TsopError("cluster/invalid-kubeconfig", `${file}: ${message}`, hint === undefined ? {} : { hint });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
