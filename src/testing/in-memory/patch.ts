import { TsopError } from "../../core/errors.js";
import { copyJson, isJsonObject, isSameJson, type UnknownObject } from "../../core/json.js";
import { ownOf, setOwn } from "../../core/own-members.js";
import type { JsonPatchOperation, Patch } from "../../kube/client.js";
import type { ApiError } from "../../kube/api-error.js";
import { unfitPatch } from "./refusals.js";

/** What the patch makes of the object. Whether that still is an object, let alone the same, is for the caller to check. */
export function patched(object: object, patch: Patch): unknown {
  switch (patch.type) {
    case "merge":
      return merge(object, patch.body);
    case "json":
      return patch.body.reduce<unknown>(operate, copyJson(object));
    case "strategic":
      throw new TsopError("cluster/invalid-request", "the memory client knows no strategic merge patches", {
        hint: "Use mergePatch(), jsonPatch() or apply(); or test against a real API server.",
      });
    default:
      return patch satisfies never;
  }
}

/** RFC 7386. */
function merge(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return copyJson(patch);
  return mergeInto(isJsonObject(target) ? copyJson(target) : {}, patch);
}

function changed(member: unknown, change: unknown): unknown {
  return isJsonObject(change) ? mergeInto(isJsonObject(member) ? member : {}, change) : copyJson(change);
}

/** Changes the target, which is a copy by now. */
function mergeInto(target: UnknownObject, patch: UnknownObject): UnknownObject {
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(target, key);
    else setOwn(target, key, changed(ownOf(target, key), value));
  }
  return target;
}

/**
 * RFC 6902, one operation. As for the API server, a field that is not there can be replaced, and is null for `test` and
 * `copy`; the RFC refuses that.
 */
function operate(document: unknown, operation: JsonPatchOperation): unknown {
  switch (operation.op) {
    case "add":
      return add(document, operation.path, copyJson(operation.value));
    case "remove":
      return remove(document, operation.path);
    case "replace":
      return replace(document, operation.path, copyJson(operation.value));
    case "move": {
      const moved = find(document, operation.from);
      return add(remove(document, operation.from), operation.path, moved);
    }
    case "copy":
      return add(document, operation.path, copyJson(findOrNull(document, operation.from)));
    case "test":
      if (isSameJson(findOrNull(document, operation.path), operation.value)) return document;
      throw failed(operation.path, "the value is another one");
    default:
      throw failed("", `${JSON.stringify((operation satisfies never as JsonPatchOperation).op)} is no operation`);
  }
}

function find(document: unknown, path: string): unknown {
  return tokens(path).reduce<unknown>((at, token) => member(at, token, path), document);
}

function findOrNull(document: unknown, path: string): unknown {
  const last = tokens(path).at(-1);
  if (last === undefined) return document;
  const container = find(document, parentOf(path));
  return isJsonObject(container) ? (ownOf(container, last) ?? null) : member(container, last, path);
}

function member(container: unknown, token: string, path: string): unknown {
  if (Array.isArray(container)) {
    const index = indexIn(container, token, path);
    if (index < container.length) return container[index];
  } else if (isJsonObject(container) && Object.hasOwn(container, token)) return ownOf(container, token);
  throw failed(path, "there is nothing");
}

function add(document: unknown, path: string, value: unknown): unknown {
  const last = tokens(path).at(-1);
  if (last === undefined) return value;
  const container = find(document, parentOf(path));
  if (Array.isArray(container))
    container.splice(last === "-" ? container.length : indexIn(container, last, path), 0, value);
  else if (isJsonObject(container)) setOwn(container, last, value);
  else throw failed(path, "its parent is neither an object nor a list");
  return document;
}

function replace(document: unknown, path: string, value: unknown): unknown {
  const container = path === "" ? undefined : find(document, parentOf(path));
  return isJsonObject(container) ? add(document, path, value) : add(remove(document, path), path, value);
}

function remove(document: unknown, path: string): unknown {
  find(document, path);
  const last = tokens(path).at(-1);
  if (last === undefined) return undefined;
  const container = find(document, parentOf(path));
  if (Array.isArray(container)) container.splice(indexIn(container, last, path), 1);
  else if (isJsonObject(container)) Reflect.deleteProperty(container, last);
  return document;
}

function indexIn(list: readonly unknown[], token: string, path: string): number {
  const index = /^(0|[1-9]\d*)$/.test(token) ? Number(token) : Number.NaN;
  if (index <= list.length) return index;
  throw failed(path, `${JSON.stringify(token)} is no index of a list of ${list.length}`);
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/"));
}

function tokens(path: string): string[] {
  if (path === "") return [];
  if (!path.startsWith("/")) throw failed(path, "a path starts with a slash");
  return path
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function failed(path: string, why: string): ApiError {
  return unfitPatch(`the JSON patch does not fit at ${JSON.stringify(path)}: ${why}`);
}
