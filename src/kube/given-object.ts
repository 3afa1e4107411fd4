/** Checks the arguments of a client's methods, which may not match their types at run time. */
import { TsopError } from "../core/errors.js";
import { isJsonObject, type UnknownObject } from "../core/json.js";

/**
 * Rejects an object without the kind and the name that a request needs.
 *
 * @param method - the name of the call in the message, such as `update`
 * @throws TsopError `cluster/invalid-request`
 */
export function checkIdentity(method: string, object: unknown): void {
  if (!isJsonObject(object)) throw notAnObject(method, object);
  const { apiVersion, kind, metadata } = object;
  if (!isText(kind)) throw unfit(method, `got an object without kind${nameIn(metadata)}`);
  if (!isText(apiVersion)) throw unfit(method, `got a ${kind} without apiVersion${nameIn(metadata)}`);
  if (!/^([^/\s]+\/)?[^/\s]+$/.test(apiVersion)) {
    throw unfit(method, `got a ${kind} of apiVersion ${JSON.stringify(apiVersion)}`, "Write it as v1 or apps/v1.");
  }
  if (!isJsonObject(metadata)) throw unfit(method, `got a ${kind} without metadata`);
  // A review (TokenReview, SubjectAccessReview) only asks a question, and is never stored.
  const needsNone = method === "create" && (isText(metadata["generateName"]) || kind.endsWith("Review"));
  if (needsNone || isText(metadata["name"])) return;
  const ways = method === "create" ? "metadata.name, or metadata.generateName for a generated name" : undefined;
  throw unfit(method, `got a ${kind} without metadata.name`, ways && `Set ${ways}.`);
}

/** Rejects an invalid kind: usually the module was imported in a cycle and has not defined it yet. */
export function checkKind(kind: unknown): void {
  if (isJsonObject(kind) && isText(kind["kind"]) && isText(kind["version"])) return;
  throw new TsopError("cluster/invalid-request", `${describe(kind)} is not a kind`, {
    hint: "Pass the value that defineKind() returned. It is undefined while modules that import each other are loading.",
  });
}

export function notAnObject(method: string, value: unknown): TsopError {
  return unfit(method, `got ${describe(value)} instead of an object`);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function nameIn(metadata: unknown): string {
  const name = isJsonObject(metadata) ? metadata["name"] : undefined;
  return isText(name) ? ` (its name is ${JSON.stringify(name)})` : "";
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isJsonObject(value) ? `an object with ${keysOf(value)}` : String(value);
}

function keysOf(object: UnknownObject): string {
  const keys = Object.keys(object);
  return keys.length === 0 ? "no fields" : `the fields ${keys.slice(0, 5).join(", ")}`;
}

function unfit(method: string, message: string, hint?: string): TsopError {
  return new TsopError("cluster/invalid-request", `${method} ${message}`, {
    hint: hint ?? "Set apiVersion, kind and metadata.name of the object.",
  });
}
