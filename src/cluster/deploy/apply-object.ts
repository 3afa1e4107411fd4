import { isSameJson } from "../../core/json.js";
import { ApiError } from "../../kube/api-error.js";
import type { Client } from "../../kube/client.js";
import { type KubeObject, unstructured } from "../../kube/objects.js";
import { wishesOf } from "./comparable-text.js";
import { refusalOf } from "./refusal.js";

export interface ApplyObjectOptions {
  readonly dryRun: boolean;
  /** Take fields over that somebody else has set. */
  readonly isForced: boolean;
  readonly signal: AbortSignal;
}

/** What became of one object, or would become of it. */
export interface DeployedObject {
  readonly object: KubeObject;
  readonly change: Change;
  readonly before: KubeObject | undefined;
  /** As the API server has it; as it is written where the server could not be asked yet. */
  readonly after: KubeObject | undefined;
}

/** `unchecked`: it would be created, and nobody could ask the API server what it thinks of that. */
export type Change = "created" | "configured" | "unchanged" | "unchecked" | "pruned" | "deleted";

/** @throws TsopError what the API server has against it */
export async function applyObject(
  client: Client,
  object: KubeObject,
  { isForced, ...options }: ApplyObjectOptions,
): Promise<DeployedObject> {
  const { signal } = options;
  try {
    const kind = unstructured(object.apiVersion, object.kind);
    const before: KubeObject | undefined = await client.get(kind, object.metadata, { signal });
    const after: KubeObject = await client.apply<KubeObject>(object, { ...options, force: isForced });
    return { object, before, after, change: changeBetween(before, after) };
  } catch (error) {
    throw error instanceof ApiError ? refusalOf(error, object) : error;
  }
}

export function changeBetween(before: KubeObject | undefined, after: KubeObject): Change {
  if (before === undefined) return "created";
  return isSameJson(wishesOf(before), wishesOf(after)) ? "unchanged" : "configured";
}
