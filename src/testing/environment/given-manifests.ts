/** The manifests that a test gives: objects, and paths of files. */
import { TsopError } from "../../core/errors.js";
import { isCrd } from "../../cluster/crd.js";
import type { Manifest } from "../../cluster/manifest-files.js";
import { pointConversion, type WebhookServer } from "../../cluster/point-webhooks.js";
import type { KubeObject } from "../../kube/objects.js";
import type { ManifestSource } from "./options.js";

export async function toManifests(cwd: string, sources: readonly ManifestSource[]): Promise<Manifest[]> {
  const objects = sources.filter((source) => typeof source !== "string");
  if (objects.length === sources.length) return objects.map(unplaced);
  // Loaded only here, because a YAML parser takes longer to load than the rest of the environment.
  const { readManifests } = await import("../../cluster/manifest-files.js");
  return sources.flatMap((source) => (typeof source === "string" ? readManifests(cwd, source) : [unplaced(source)]));
}

function unplaced(object: KubeObject): Manifest {
  return { file: "", object };
}

export function withConversion(manifest: Manifest, server: WebhookServer): Manifest {
  const { object } = manifest;
  return isCrd(object) ? { ...manifest, object: pointConversion(object, server) } : manifest;
}

export function notACrd({ file, object }: Manifest): TsopError {
  const problem = `expected a CustomResourceDefinition, got ${object.kind} ${object.metadata.name}`;
  return new TsopError("cluster/not-a-crd", problem, {
    ...(file === "" ? {} : { at: { file } }),
    hint: "Pass objects of other kinds in `objects`.",
  });
}
