/**
 * Writes based on a version: the API server rejects such a write if the object now has another version. The response
 * then differs from that version only by this write.
 */
import { defined } from "../../core/defined.js";
import { isJsonObject } from "../../core/json.js";
import { ApiError } from "../../kube/api-error.js";
import type { DeleteOptions, Patch } from "../../kube/client.js";

/** The state that the result of a write differs from. */
export type Basis =
  /** The version that the write was based on. */
  | { readonly kind: "version"; readonly resourceVersion: string }
  /** None: the write created the object. */
  | { readonly kind: "nothing" }
  /** Any state that the API server had. */
  | { readonly kind: "unknown" };

/** A write in two forms: as the caller wants it, and based on a version. */
export interface Draft<T> {
  /** The version on which the caller bases it. */
  readonly basedOn: string | undefined;
  send(): Promise<T>;
  /** Sends the write based on a version. Absent or undefined if that is not possible. */
  readonly sendBasedOn?: (resourceVersion: string) => (() => Promise<T>) | undefined;
}

/**
 * Sends a write based on the known version. If that is rejected, sends it as the caller wants it, so that it succeeds
 * whenever the caller's form would.
 */
export async function sendBasedOn<T>(draft: Draft<T>, known: string | undefined): Promise<{ sent: T; basis: Basis }> {
  if (draft.basedOn !== undefined) {
    return { sent: await draft.send(), basis: { kind: "version", resourceVersion: draft.basedOn } };
  }
  const send = known === undefined ? undefined : draft.sendBasedOn?.(known);
  if (known !== undefined && send !== undefined) {
    try {
      return { sent: await send(), basis: { kind: "version", resourceVersion: known } };
    } catch (error) {
      if (!isRefusedForItsBasis(error)) throw error;
    }
  }
  return { sent: await draft.send(), basis: { kind: "unknown" } };
}

/**
 * Returns true for a conflict, or the error for an object that no longer exists. Other errors would also occur without
 * the version.
 */
function isRefusedForItsBasis(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409, 422].includes(error.statusCode);
}

/** Returns the version that a write requires the object to have. */
export function versionIn(object: { readonly metadata?: unknown }): string | undefined {
  const version = isJsonObject(object.metadata) ? object.metadata["resourceVersion"] : undefined;
  return typeof version === "string" && version !== "" && version !== "0" ? version : undefined;
}

export function objectBasedOn<T extends { readonly metadata: object }>(object: T, resourceVersion: string): T {
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

/** Returns the version that a patch requires the object to have. */
export function versionInPatch(patch: Patch): string | undefined {
  return patch.type === "json" ? undefined : versionIn(patch.body);
}

/**
 * Returns a patch that the API server rejects if the object has another version; undefined if the patch cannot express
 * that.
 */
export function patchBasedOn(patch: Patch, resourceVersion: string): Patch | undefined {
  if (patch.type === "json") {
    const isTaken = patch.body.some(({ path }) => ["", "/metadata", "/metadata/resourceVersion"].includes(path));
    const last = { op: "add", path: "/metadata/resourceVersion", value: resourceVersion } as const;
    return isTaken ? undefined : { type: "json", body: [...patch.body, last] };
  }
  const metadata: unknown = "metadata" in patch.body ? patch.body.metadata : {};
  if (!isJsonObject(metadata) || "resourceVersion" in metadata) return undefined;
  return { type: patch.type, body: { ...patch.body, metadata: { ...metadata, resourceVersion } } };
}

/** Returns the options for deleting exactly this state of the object. */
export function deleteBasedOn(
  options: DeleteOptions,
  { uid, resourceVersion }: { readonly uid?: string; readonly resourceVersion: string },
): DeleteOptions {
  return { ...options, preconditions: { ...defined({ uid }), ...options.preconditions, resourceVersion } };
}
