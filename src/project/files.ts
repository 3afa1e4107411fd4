/** Looks at files, and takes it as it is that one is not there. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isJsonObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";

/** Undefined for one that is not there, or cannot be read. */
export function textOf(root: string, file: string): string | undefined {
  try {
    return readFileSync(path.join(root, file), "utf8");
  } catch {
    return undefined;
  }
}

/** What a file of JSON holds; undefined where it is not there or holds no object. */
export function jsonOf(root: string, file: string): Readonly<Record<string, unknown>> | undefined {
  return recordOf(readJson((textOf(root, file) ?? "").replace(/^\uFEFF/, "")));
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function isThere(root: string, file: string): boolean {
  return existsSync(path.join(root, file));
}

/** Of a package that is installed in the project. */
export function installedVersion(root: string, name: string): string | undefined {
  const version = jsonOf(root, `node_modules/${name}/package.json`)?.["version"];
  return typeof version === "string" ? version : undefined;
}
