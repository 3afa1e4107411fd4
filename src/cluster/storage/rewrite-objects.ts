/** Rewrites the objects of a kind, so that the API server stores them in the current storage version. */
import type { Diagnostic } from "../../core/diagnostic.js";
import { ApiError, missingRule } from "../../kube/api-error.js";
import { type Client, mergePatch } from "../../kube/client.js";
import { type Kind, type KubeObject, showKey } from "../../kube/objects.js";
import { listPages } from "../../kube/pages.js";

export interface RewriteOptions {
  /** Makes the API server check each write without changing anything. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Called after every page of objects, with the number of objects so far. */
  readonly onProgress: (written: number) => void;
}

export interface Rewritten {
  readonly written: number;
  /** The objects that the API server rejected. */
  readonly refused: readonly Diagnostic[];
}

/** More concurrent requests would only queue in the API server. */
const atOnce = 10;

export async function rewriteObjects(client: Client, kind: Kind, options: RewriteOptions): Promise<Rewritten> {
  let written = 0;
  const refused: Diagnostic[] = [];
  for await (const { items } of listPages(client.metadata, kind, {
    limit: 500,
    signal: options.signal,
  })) {
    for (let start = 0; start < items.length; start += atOnce) {
      const group = items.slice(start, start + atOnce);
      const results = await Promise.all(group.map((object) => writeAnew(client, kind, object, options)));
      refused.push(...results.flatMap((result) => (typeof result === "string" ? [] : [result])));
      written += results.filter((result) => result === "written").length;
    }
    options.onProgress(written);
  }
  return { written, refused };
}

/**
 * Writes an object without changing it. The API server encodes an object in the storage version at every write, and an
 * update without changes is a write only if the bytes differ, so up-to-date objects stay untouched.
 */
async function writeAnew(
  client: Client,
  kind: Kind,
  { metadata }: Pick<KubeObject, "metadata">,
  { dryRun, signal }: RewriteOptions,
): Promise<"written" | "passed over" | Diagnostic> {
  try {
    // With its uid, the patch concerns this object, and not a later one of the same name, which is stored in the new
    // version anyway.
    await client.patch(kind, metadata, mergePatch({ metadata: { uid: metadata.uid } }), { dryRun, signal });
    return "written";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // The object was deleted, created again, or is written by another client constantly: its old stored form no longer
    // exists.
    if (error.statusCode === 404 || error.statusCode === 409) return "passed over";
    // A missing permission stops the migration. A webhook or a rule that is newer than the object may reject this
    // object alone.
    if (missingRule(error.status.message ?? "") !== undefined || !isOfObject(error)) throw error;
    return {
      code: "cluster/not-migrated",
      severity: "error",
      message: `${kind.kind} ${showKey(metadata)} cannot be rewritten: ${error.message}`,
      hint: "Correct the object (kubectl edit) or the webhook that rejects it, and repeat the command.",
    };
  }
}

function isOfObject({ statusCode }: ApiError): boolean {
  return [400, 403, 422, 500].includes(statusCode);
}
