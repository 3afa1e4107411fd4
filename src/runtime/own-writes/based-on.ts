/**
 * A write that is based on a version: the API server refuses it if the object has another one by now. What it answers then
 * differs from that version by this write alone.
 */
import { defined } from "../../core/defined.js";
import { isJsonObject } from "../../core/json.js";
import { ApiError } from "../../kube/api-error.js";
import type { DeleteOptions, Patch } from "../../kube/client.js";

/** What the result of a write differs from. */
export type Basis =
  /** The version that it was based on. */
  | { readonly kind: "version"; readonly resourceVersion: string }
  /** Nothing: it has made the object. */
  | { readonly kind: "nothing" }
  /** Whatever the API server had. */
  | { readonly kind: "unknown" };

/** What a write is: how it goes out as the caller wants it, and how based on a version. */
export interface Draft<T> {
  /** The version on which the caller bases it. */
  readonly basedOn: string | undefined;
  send(): Promise<T>;
  /** Sends it based on a version. Absent, or undefined, where it cannot be. */
  readonly sendBasedOn?: (resourceVersion: string) => (() => Promise<T>) | undefined;
}

/** Sends a write based on the known version; as the caller wants it if that is refused, so that it succeeds when it would. */
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

/** A conflict, or what is said of an object that is gone. Other refusals would come without the version, too. */
function isRefusedForItsBasis(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 409, 422].includes(error.statusCode);
}

/** The version that an object is to have. */
export function versionIn(object: { readonly metadata?: unknown }): string | undefined {
  const version = isJsonObject(object.metadata) ? object.metadata["resourceVersion"] : undefined;
  return typeof version === "string" && version !== "" && version !== "0" ? version : undefined;
}

export function objectBasedOn<T extends { readonly metadata: object }>(object: T, resourceVersion: string): T {
  return { ...object, metadata: { ...object.metadata, resourceVersion } };
}

/** The version that a patch wants the object to have. */
export function versionInPatch(patch: Patch): string | undefined {
  return patch.type === "json" ? undefined : versionIn(patch.body);
}

/** The patch, refused by the API server where the object has another version; undefined where that cannot be said. */
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

/** Options of a deletion of this very state of the object. */
export function deleteBasedOn(
  options: DeleteOptions,
  { uid, resourceVersion }: { readonly uid?: string; readonly resourceVersion: string },
): DeleteOptions {
  return { ...options, preconditions: { ...defined({ uid }), ...options.preconditions, resourceVersion } };
}
