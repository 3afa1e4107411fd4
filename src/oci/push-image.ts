/** Pushes an image: first its blobs, then its manifests, then its tag, so that a tag never refers to missing content. */
import type { Content, Descriptor } from "./digest.js";
import { referrersTag, withReferrer } from "./attachments.js";
import type { ContentSource } from "./base-image.js";
import { type ImageName, referenceOf } from "./image-name.js";
import type { ImageStore } from "./image-store.js";
import { mediaTypes } from "./media-types.js";
import { pushTagged } from "./push-artifact.js";
import { readManifest } from "./read-documents.js";
import type { Registry } from "./registry.js";

export interface Push {
  readonly store: ImageStore;
  readonly target: Registry;
  readonly name: ImageName;
  /** The manifest or index to push under the tag. */
  readonly root: Descriptor;
  /** The base image, and its registry: layers that the target lacks come from there. */
  readonly base: { readonly source: ContentSource; readonly repository: string; readonly registry: string | undefined };
  /** The digests of the manifests that describe the image. */
  readonly attachments: readonly string[];
  readonly onStep: (text: string) => void;
}

/** The bytes that a push sent. */
export interface PushResult {
  readonly digest: string;
  readonly sentBytes: number;
}

/** @throws TsopError for a registry that does not accept the content. What it has accepted, the next push does not send again. */
export async function pushImage(push: Push): Promise<PushResult> {
  const { store, name, root } = push;
  const bytes = store.read(root.digest);
  const document = readManifest(bytes, root.mediaType, name.repository);
  let sentBytes = 0;
  const manifests: readonly Descriptor[] = document.kind === "index" ? document.images : [root];
  for (const each of manifests) sentBytes += await pushBlobs(push, each);
  if (document.kind === "index") {
    for (const each of manifests) {
      await push.target.pushManifest(name.repository, each.digest, contentIn(store, each));
    }
  }
  push.onStep(`pushing ${name.registry}/${name.repository}:${name.tag ?? ""}`);
  const target = { registry: push.target, repository: name.repository, reference: referenceOf(name) };
  await pushTagged(target, { descriptor: root, bytes });
  for (const each of push.attachments) await pushAttachment(push, each);
  return { digest: root.digest, sentBytes };
}

async function pushBlobs(push: Push, descriptor: Descriptor): Promise<number> {
  const { store, name } = push;
  const document = readManifest(store.read(descriptor.digest), descriptor.mediaType, name.repository);
  if (document.kind === "index") return 0; // an index in an index: tsop does not build one
  const { config, layers } = document.manifest;
  let sent = 0;
  for (const blob of [...layers, config]) sent += await pushBlob(push, blob);
  return sent;
}

async function pushBlob({ store, target, name, base, onStep }: Push, blob: Descriptor): Promise<number> {
  const { digest, size } = blob;
  if (await target.hasBlob(name.repository, digest)) return 0;
  if (!store.has(digest)) {
    const isSameRegistry = target.name === base.registry;
    if (isSameRegistry && (await target.mountBlob(name.repository, digest, base.repository))) return 0;
    onStep(`reading ${sizeOf(size)} of the base image from ${base.registry ?? base.repository}`);
    await store.receive(digest, await base.source.openBlob(base.repository, blob));
  }
  onStep(`pushing ${sizeOf(size)} to ${target.name}`);
  await target.pushBlob(name.repository, blob, { file: store.pathOf(digest), size });
  return size;
}

/** Pushes a description of the image. If the registry does not list what refers to an image, updates the list itself. */
async function pushAttachment(push: Push, digest: string): Promise<void> {
  const { store, target, name, root } = push;
  const bytes = store.read(digest);
  const descriptor: Descriptor = { mediaType: mediaTypes.manifest, digest, size: bytes.length };
  await pushBlobs(push, descriptor);
  const { listsReferrers } = await target.pushManifest(name.repository, digest, { descriptor, bytes });
  if (listsReferrers) return;
  const tag = referrersTag(root.digest);
  const before = await target.readManifest(name.repository, tag);
  await target.pushManifest(name.repository, tag, withReferrer(before?.bytes, descriptor, bytes));
}

function contentIn(store: ImageStore, descriptor: Descriptor): Content {
  return { descriptor: { ...descriptor, mediaType: mediaTypes.manifest }, bytes: store.read(descriptor.digest) };
}

function sizeOf(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
