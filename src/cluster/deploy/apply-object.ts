import { isSameJson } from "../../core/json.js";
import { ApiError } from "../../kube/api-error.js";
import type { Client } from "../../kube/client.js";
import { type KubeObject, unstructured } from "../../kube/objects.js";
import { wishesOf } from "./comparable-text.js";
import { isInterimConflict } from "./field-conflicts.js";
import { refusalOf } from "./refusal.js";

export interface ApplyObjectOptions {
  readonly dryRun: boolean;
  /** Takes over fields that other managers have set. */
  readonly isForced: boolean;
  readonly signal: AbortSignal;
}

/** The result for one object, or the expected result. */
export interface DeployedObject {
  readonly object: KubeObject;
  readonly change: Change;
  readonly before: KubeObject | undefined;
  /** The object in the API server; the manifest's object if the server cannot check it yet. */
  readonly after: KubeObject | undefined;
}

/** `unchecked`: the object would be created, but the API server cannot check it yet. */
export type Change = "created" | "configured" | "unchanged" | "unchecked" | "pruned" | "deleted";

/** @throws TsopError if the API server rejects the object */
export async function applyObject(
  client: Client,
  object: KubeObject,
  { isForced, ...options }: ApplyObjectOptions,
): Promise<DeployedObject> {
  const { signal } = options;
  try {
    const kind = unstructured(object.apiVersion, object.kind);
    const before: KubeObject | undefined = await client.get(kind, object.metadata, { signal });
    const apply = (force: boolean): Promise<KubeObject> => client.apply<KubeObject>(object, { ...options, force });
    const after = await apply(isForced).catch((error: unknown) => {
      if (isInterimConflict(error)) return apply(true);
      throw error;
    });
    return { object, before, after, change: changeBetween(before, after) };
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error, object) : error;
  }
}

export function changeBetween(before: KubeObject | undefined, after: KubeObject): Change {
  if (before === undefined) return "created";
  return isSameJson(wishesOf(before), wishesOf(after)) ? "unchanged" : "configured";
}
