import { TsopError } from "../core/errors.js";
import { isJsonObject } from "../core/json.js";
import { readJson } from "../core/json-fields.js";
import type { Status, StatusCause } from "./objects.js";

/** What was asked for when the API server refused. */
export interface RefusedRequest {
  readonly method: string;
  readonly path: string;
}

/**
 * The API server's refusal, with the `Status` object that it answered.
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
  /** The whole answer. */
  readonly status: Status;
  /** HTTP status, for instance 409. */
  readonly statusCode: number;
  /** One word for programs, such as `NotFound`; empty when the server gave none. */
  readonly reason: string;
  /** For a refused object, one entry a field. */
  readonly causes: readonly StatusCause[];
  /** After how many milliseconds the server wants to be asked again, if it said so. */
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
  return `${asked}${status.message ?? "the API server refused"} (${statusCode}${reason})`;
}

function hintFor(status: Status, statusCode: number): string | undefined {
  if (statusCode === 401)
    return "The credentials are missing, wrong or expired: check the user in the kubeconfig, or log in again.";
  if (statusCode !== 403) return undefined;
  const rule = missingRule(status.message ?? "");
  return rule === undefined
    ? undefined
    : `The rule that is missing: @rbac groups=${rule.group === "" ? "core" : rule.group} resources=${rule.resource} verbs=${rule.verb}\n` +
        `Add the tag to the controller, run \`npm run manifests\`, and apply config/rbac${rule.namespace === undefined ? "" : ` (needed in namespace ${rule.namespace})`}.`;
}

/** A right that a request lacked. */
export interface MissingRule {
  readonly verb: string;
  readonly resource: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly namespace: string | undefined;
}

/** Reads the rule out of the RBAC authorizer's sentence (`User "x" cannot list resource "pods" in API group "" …`). */
export function missingRule(message: string): MissingRule | undefined {
  const match = /cannot (\S+) resource "([^"]+)" in API group "([^"]*)"(?:.* in the namespace "([^"]+)")?/.exec(
    message,
  );
  if (match === null) return undefined;
  const [, verb = "", resource = "", group = "", namespace] = match;
  return { verb, resource, group, namespace };
}

/** Reads what an API server answers to a refused request; anything else (a proxy's page) becomes the message. */
export function toStatus(text: string, statusCode: number): Status {
  const value = readJson(text);
  // The server says with `kind` that the rest has this shape.
  if (isJsonObject(value) && value["kind"] === "Status") return value;
  // Said by something in front of the API server, or by its outermost handler.
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

/** True if the object does not exist. A kind that the server does not know is another matter: `cluster/kind-not-served`. */
export function isNotFound(error: unknown): error is ApiError {
  return hasStatus(error, 404);
}

/** The answer; undefined where the object does not exist. */
export async function orUndefined<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** True if an object of that name exists already. */
export function isAlreadyExists(error: unknown): error is ApiError {
  return hasStatus(error, 409) && error.reason === "AlreadyExists";
}

/** True if somebody else wrote in between (or, for apply, owns a field): read again, then decide again. */
export function isConflict(error: unknown): error is ApiError {
  return hasStatus(error, 409) && error.reason !== "AlreadyExists";
}

/** True if the credentials are not accepted. */
export function isUnauthorized(error: unknown): error is ApiError {
  return hasStatus(error, 401);
}

/** True if the credentials lack a right; the error's hint names the rule. */
export function isForbidden(error: unknown): error is ApiError {
  return hasStatus(error, 403);
}

/** True if the object does not fit its schema; `causes` lists the fields. */
export function isInvalid(error: unknown): error is ApiError {
  return hasStatus(error, 422);
}

/** True if a resourceVersion or a `continue` token is too old: list again. */
export function isExpired(error: unknown): error is ApiError {
  return hasStatus(error, 410);
}

/** True if the server has too much to do, and said when to come back. */
export function isTooManyRequests(error: unknown): error is ApiError {
  return hasStatus(error, 429);
}

/** True if the API server does not serve the kind, or has no such subresource of it. */
export function isKindNotServed(error: unknown): boolean {
  return error instanceof TsopError && error.code === "cluster/kind-not-served";
}

function hasStatus(error: unknown, statusCode: number): error is ApiError {
  return error instanceof ApiError && error.statusCode === statusCode;
}
