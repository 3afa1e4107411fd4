import { TsopError } from "../core/errors.js";
import { isJsonObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import type { Status, StatusCause } from "./objects.js";

/** The request that the API server rejected. */
export interface RefusedRequest {
  readonly method: string;
  readonly path: string;
}

/**
 * An error response of the API server, with the `Status` object that it returned.
 *
 * @example
 * ```ts
 * import { type Client, isAlreadyExists, type Creatable, type KubeObject } from "tsop";
 *
 * export async function createOnce(client: Client, object: Creatable<KubeObject>): Promise<void> {
 *   try {
 *     await client.create(object);
 *   } catch (error) {
 *     if (!isAlreadyExists(error)) throw error;
 *   }
 * }
 * ```
 */
export class ApiError extends TsopError {
  override readonly name = "ApiError";
  /** The complete response. */
  readonly status: Status;
  /** The HTTP status, for instance 409. */
  readonly statusCode: number;
  /** The reason as one word for programs, such as `NotFound`; empty if the server gave none. */
  readonly reason: string;
  /** For an invalid object, one entry per field. */
  readonly causes: readonly StatusCause[];
  /** The number of milliseconds to wait before the next request, if the server gave one. */
  readonly retryAfterMs: number | undefined;

  constructor(status: Status, statusCode: number, options: { request?: RefusedRequest; retryAfterMs?: number } = {}) {
    const hint = hintFor(status, statusCode);
    super(codeOf(statusCode), messageOf(status, statusCode, options.request), hint === undefined ? {} : { hint });
    this.status = status;
    this.statusCode = statusCode;
    this.reason = status.reason ?? "";
    this.causes = status.details?.causes ?? [];
    const seconds = status.details?.retryAfterSeconds;
    this.retryAfterMs = options.retryAfterMs ?? (seconds === undefined ? undefined : seconds * 1000);
  }
}

function codeOf(statusCode: number): "cluster/unauthorized" | "cluster/forbidden" | "cluster/api-error" {
  if (statusCode === 401) return "cluster/unauthorized";
  return statusCode === 403 ? "cluster/forbidden" : "cluster/api-error";
}

function messageOf(status: Status, statusCode: number, request: RefusedRequest | undefined): string {
  const asked = request === undefined ? "" : `${request.method} ${request.path}: `;
  const reason = status.reason === undefined || status.reason === "" ? "" : ` ${status.reason}`;
  return `${asked}${status.message ?? "the API server rejected the request"} (${statusCode}${reason})`;
}

function hintFor(status: Status, statusCode: number): string | undefined {
  if (statusCode === 401)
    return "The credentials are missing, invalid or expired: check the user in the kubeconfig, or log in again.";
  if (statusCode !== 403) return undefined;
  const rule = missingRule(status.message ?? "");
  return rule === undefined
    ? undefined
    : `Missing rule: @rbac groups=${rule.group === "" ? "core" : rule.group} resources=${rule.resource} verbs=${rule.verb}\n` +
        `Add the tag to the controller, run \`npm run manifests\`, and apply config/rbac${rule.namespace === undefined ? "" : ` (needed in namespace ${rule.namespace})`}.`;
}

/** A permission that a request lacked. */
export interface MissingRule {
  readonly verb: string;
  readonly resource: string;
  /** The API group; empty for the core group. */
  readonly group: string;
  readonly namespace: string | undefined;
}

/**
 * Reads the missing rule from the message of the RBAC authorizer
 * (`User "x" cannot list resource "pods" in API group "" …`).
 */
export function missingRule(message: string): MissingRule | undefined {
  const match = /cannot (\S+) resource "([^"]+)" in API group "([^"]*)"(?:.* in the namespace "([^"]+)")?/.exec(
    message,
  );
  if (match === null) return undefined;
  const [, verb = "", resource = "", group = "", namespace] = match;
  return { verb, resource, group, namespace };
}

/** Reads the error response of an API server; any other text (a proxy's page) becomes the message. */
export function toStatus(text: string, statusCode: number): Status {
  const value = readJson(text);
  // With this `kind`, the rest of the response has the shape of a `Status`.
  if (isJsonObject(value) && value["kind"] === "Status") return value;
  // A proxy in front of the API server, or its outermost handler, wrote this text.
  const line = text
    .replace(/<[^<>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, 300);
  return {
    kind: "Status",
    status: "Failure",
    code: statusCode,
    message: line === "" ? `HTTP status ${statusCode}` : line,
  };
}

/**
 * Returns true if the object does not exist. For a kind that the server does not know, the error is
 * `cluster/kind-not-served` instead.
 */
export function isNotFound(error: unknown): error is ApiError {
  return hasStatus(error, 404);
}

/** Returns the response, or undefined if the object does not exist. */
export async function orUndefined<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** Returns true if an object of that name already exists. */
export function isAlreadyExists(error: unknown): error is ApiError {
  return hasStatus(error, 409) && error.reason === "AlreadyExists";
}

/**
 * Returns true if another client wrote in between (or, for apply, owns a field). Read the object again, then decide
 * again.
 */
export function isConflict(error: unknown): error is ApiError {
  return hasStatus(error, 409) && error.reason !== "AlreadyExists";
}

/** Returns true if the API server does not accept the credentials. */
export function isUnauthorized(error: unknown): error is ApiError {
  return hasStatus(error, 401);
}

/** Returns true if the credentials lack a permission; the error's hint names the rule. */
export function isForbidden(error: unknown): error is ApiError {
  return hasStatus(error, 403);
}

/** Returns true if the object does not match its schema; `causes` lists the fields. */
export function isInvalid(error: unknown): error is ApiError {
  return hasStatus(error, 422);
}

/** Returns true if a resourceVersion or a `continue` token is too old. List again. */
export function isExpired(error: unknown): error is ApiError {
  return hasStatus(error, 410);
}

/** Returns true if the server is overloaded and named a time to retry. */
export function isTooManyRequests(error: unknown): error is ApiError {
  return hasStatus(error, 429);
}

/** Returns true if the API server does not serve the kind, or the kind has no such subresource. */
export function isKindNotServed(error: unknown): boolean {
  return error instanceof TsopError && error.code === "cluster/kind-not-served";
}

function hasStatus(error: unknown, statusCode: number): error is ApiError {
  return error instanceof ApiError && error.statusCode === statusCode;
}
