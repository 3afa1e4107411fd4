/** Pushes contents from memory: first the blobs, then the manifest under its tag. */
import { TsopError } from "../core/errors.js";
import type { Artifact } from "./artifact.js";
import type { Content } from "./digest.js";
import type { Registry } from "./registry.js";

/** A name in a registry. */
export interface Target {
  readonly registry: Registry;
  readonly repository: string;
  /** The tag, or the digest of the manifest. */
  readonly reference: string;
}

/**
 * Pushes an artifact. A push that breaks off leaves no tag, and the next push sends only the rest.
 *
 * @returns the number of bytes that it sent, without the manifest
 */
export async function pushArtifact(target: Target, { manifest, blobs }: Artifact): Promise<number> {
  const { registry, repository } = target;
  let sentBytes = 0;
  for (const { descriptor, bytes } of blobs) {
    if (await registry.hasBlob(repository, descriptor.digest)) continue;
    await registry.pushBlob(repository, descriptor, bytes);
    sentBytes += descriptor.size;
  }
  await pushTagged(target, manifest);
  return sentBytes;
}

/** Pushes a manifest, and reads it again. @throws TsopError `image/refused` if the registry returns another manifest */
export async function pushTagged({ registry, repository, reference }: Target, manifest: Content): Promise<void> {
  const { digest } = manifest.descriptor;
  await registry.pushManifest(repository, reference, manifest);
  const stored = await registry.readManifest(repository, reference);
  if (stored?.descriptor.digest === digest) return;
  throw new TsopError(
    "image/refused",
    `the registry ${registry.name} returns ${stored?.descriptor.digest ?? "nothing"} for the pushed ${repository}:${reference}, not ${digest}`,
    { hint: "Another client may have pushed the same tag. Repeat the command." },
  );
}
