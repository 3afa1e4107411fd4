/** Reads files that may not exist. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isJsonObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";

/** Returns undefined for a missing or unreadable file. */
export function textOf(root: string, file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), "utf8");
  } catch {
    return undefined;
  }
}

/** Returns the object in a JSON file; undefined if the file is missing or contains no object. */
export function jsonOf(root: string, file: string): Readonly<Record<string, unknown>> | undefined {
  return recordOf(readJson((textOf(root, file) ?? "").replace(/^\uFEFF/, "")));
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function isThere(root: string, file: string): boolean {
  return existsSync(path.join(root, file));
}

/** Returns the version of a package that is installed in the project. */
export function installedVersion(root: string, name: string): string | undefined {
  const version = jsonOf(root, `node_modules/${name}/package.json`)?.["version"];
  return typeof version === "string" ? version : undefined;
}
