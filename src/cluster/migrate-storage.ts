/**
 * Objects that are stored in an older version are written anew, in the version that is stored now; after that the older one
 * can be taken out of the CRD. What a CRD lists in `status.storedVersions` only people or a command like this take out again:
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
 */
import type { Diagnostic } from "../core/diagnostic.js";
import { TsopError } from "../core/errors.js";
import { ApiError, isConflict, missingRule } from "../kube/api-error.js";
import { type Client, mergePatch } from "../kube/client.js";
import { type Kind, type KubeObject, showKey } from "../kube/objects.js";
import { listPages } from "../kube/pages.js";
import { CustomResourceDefinition, servedKind, storageVersion } from "./crd.js";

export interface MigrateOptions {
  /** Let the API server check each write, and change nothing. */
  readonly dryRun: boolean;
  readonly signal: AbortSignal;
  /** Is told after every page of objects. */
  readonly onProgress?: (name: string, written: number) => void;
}

export interface MigratedCrd {
  readonly name: string;
  /** The version that objects are stored in. */
  readonly version: string;
  /** `status.storedVersions`, before and after. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** How many objects were written. */
  readonly written: number;
}

/**
 * Writes all objects of a kind anew, and then says in the CRD that none is stored in another version. It can be repeated, and
 * does nothing where there is nothing to do.
 *
 * @throws TsopError `cluster/not-migrated` for objects that could not be written; the CRD stays as it was then
 */
export async function migrateStorage(
  client: Client,
  crd: CustomResourceDefinition,
  options: MigrateOptions,
): Promise<MigratedCrd> {
  const { name } = crd.metadata;
  const version = storageVersion(crd);
  const before = crd.status?.storedVersions ?? [];
  if (before.length === 1 && before[0] === version) return { name, version, before, after: before, written: 0 };
  const kind = servedKind(crd);
  if (kind === undefined) {
    throw new TsopError("cluster/not-migrated", `no version of ${name} is served, so that its objects cannot be read`, {
      hint: "Serve the storage version (remove its @unserved), then: npm run manifests && npm run install-crds",
    });
  }
  const { written, refused } = await writeAll(client, kind, name, options);
  if (refused.length > 0) throw TsopError.fromDiagnostics(refused);
  const after = [version];
  if (!options.dryRun) await setStoredVersions(client, crd, after, options.signal);
  return { name, version, before, after, written };
}

/** More at once would only queue in the API server. */
const atOnce = 10;

async function writeAll(
  client: Client,
  kind: Kind,
  name: string,
  options: MigrateOptions,
): Promise<{ readonly written: number; readonly refused: readonly Diagnostic[] }> {
  let written = 0;
  const refused: Diagnostic[] = [];
  for await (const { items } of listPages(client.metadata, kind, { limit: 500, signal: options.signal })) {
    for (let start = 0; start < items.length; start += atOnce) {
      const group = items.slice(start, start + atOnce);
      const results = await Promise.all(group.map((object) => writeAnew(client, kind, object, options)));
      refused.push(...results.flatMap((result) => (typeof result === "string" ? [] : [result])));
      written += results.filter((result) => result === "written").length;
    }
    options.onProgress?.(name, written);
  }
  return { written, refused };
}

/**
 * The API server encodes an object in the storage version whenever it is written, and an update that changes nothing is
 * a write only where the bytes differ: so what is up to date already is left alone.
 */
async function writeAnew(
  client: Client,
  kind: Kind,
  { metadata }: Pick<KubeObject, "metadata">,
  { dryRun, signal }: MigrateOptions,
): Promise<"written" | "passed over" | Diagnostic> {
  try {
    // With its uid it is this object, and not a younger one of its name, which is stored in the new version anyway.
    await client.patch(kind, metadata, mergePatch({ metadata: { uid: metadata.uid } }), { dryRun, signal });
    return "written";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Deleted, made anew, or written by somebody else all the time: nothing is left of what was stored.
    if (error.statusCode === 404 || error.statusCode === 409) return "passed over";
    // A right that is missing stops everything. A webhook or a rule may refuse this object alone, being younger than it.
    if (missingRule(error.status.message ?? "") !== undefined || !isOfObject(error)) throw error;
    return {
      code: "cluster/not-migrated",
      severity: "error",
      message: `${kind.kind} ${showKey(metadata)} could not be written: ${error.message}`,
      hint: "Correct the object (kubectl edit), or what refuses it; then repeat the command.",
    };
  }
}

function isOfObject({ statusCode }: ApiError): boolean {
  return [400, 403, 422, 500].includes(statusCode);
}

/** Somebody else may write the CRD at any time, which does not matter unless the storage version changes. */
async function setStoredVersions(
  client: Client,
  crd: CustomResourceDefinition,
  storedVersions: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const key = { name: crd.metadata.name };
  for (;;) {
    const current = await client.getOrThrow(CustomResourceDefinition, key, { signal });
    if (current.metadata.uid !== crd.metadata.uid || storageVersion(current) !== storageVersion(crd)) {
      throw new TsopError("cluster/not-migrated", `the storage version of ${key.name} was changed meanwhile`, {
        hint: "Repeat the command.",
      });
    }
    const { resourceVersion } = current.metadata;
    try {
      const patch = mergePatch({ metadata: { resourceVersion }, status: { storedVersions } });
      await client.status.patch(CustomResourceDefinition, key, patch, { signal });
      return;
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
  }
}
