/** Reads the labels of an image, and the files of some of its folders. Writes no file. */
import { TsopError } from "../core/errors.js";
import { oneLine } from "../core/visible.js";
import type { ContentSource } from "./base-image.js";
import { type Descriptor, digestOf } from "./digest.js";
import { type ImageName, referenceOf } from "./image-name.js";
import { LayerTree } from "./layer-tree.js";
import { type Manifest, readImageConfig, readManifest } from "./read-documents.js";
import { readLayer, uncompressLayer } from "./read-layer.js";

export interface OpenedImage {
  readonly labels: ReadonlyMap<string, string>;
  /**
   * Reads the files below folders in the root of the image.
   *
   * @returns the content of each file, by its path without a slash at the start; undefined if the limits are exceeded
   * @throws TsopError `image/bad-registry`, also for a link in these folders
   */
  readFiles(folders: ReadonlySet<string>, limits: FileLimits): Promise<Map<string, Uint8Array> | undefined>;
}

export interface FileLimits {
  readonly mostFiles: number;
  readonly mostBytes: number;
  /** The most bytes of all layers together without compression. Default: 512 MiB. */
  readonly mostUncompressed?: number;
}

/** The most bytes of all layers together as they arrive. */
const mostCompressed = 256 * 1024 * 1024;
const usualUncompressed = 512 * 1024 * 1024;

/**
 * Reads the manifest and the configuration of an image. Of an image for several platforms, it reads the one for
 * linux/amd64, or otherwise the first.
 *
 * @param image - the name as the user wrote it, for messages
 * @returns undefined if the registry does not have the image
 */
export async function openImage(
  source: ContentSource,
  name: ImageName,
  image: string,
): Promise<OpenedImage | undefined> {
  const { repository } = name;
  const manifest = await findManifest(source, repository, referenceOf(name), image);
  if (manifest === undefined) return undefined;
  const { config } = readImageConfig(await source.readBlob(repository, manifest.config), image);
  return {
    labels: labelsIn(config["Labels"]),
    async readFiles(folders, limits) {
      const { layers } = manifest;
      if (sum(layers.map(({ size }) => size)) > mostCompressed) return undefined;
      const tree = new LayerTree();
      let left = limits.mostUncompressed ?? usualUncompressed;
      for (const layer of layers) {
        const where = `the layer ${layer.digest} of ${image}`;
        const archive = uncompressLayer(await readBlob(source, repository, layer, where), where, left);
        if (archive === undefined) return undefined;
        left -= archive.length;
        tree.add(await readLayer(archive, folders, where));
      }
      return filesIn(tree, limits, image);
    },
  };
}

async function findManifest(
  source: ContentSource,
  repository: string,
  reference: string,
  image: string,
): Promise<Manifest | undefined> {
  const found = await source.readManifest(repository, reference);
  if (found === undefined) return undefined;
  const document = readManifest(found.bytes, found.descriptor.mediaType, image);
  if (document.kind === "manifest") return document.manifest;
  const [first, ...others] = document.images.filter(({ platform }) => platform.os !== "unknown");
  const usual = [first, ...others].find((each) => each?.platform.architecture === "amd64") ?? first;
  const inner = usual && (await source.readManifest(repository, usual.digest));
  const read = inner && readManifest(inner.bytes, inner.descriptor.mediaType, image);
  if (read?.kind === "manifest") return read.manifest;
  throw unusable(`the index ${image} names no image that its registry has`);
}

async function readBlob(
  source: ContentSource,
  repository: string,
  descriptor: Descriptor,
  where: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of await source.openBlob(repository, descriptor)) {
    size += part.length;
    if (size > descriptor.size) break;
    parts.push(part);
  }
  const bytes = Buffer.concat(parts);
  if (size === descriptor.size && digestOf(bytes) === descriptor.digest) return bytes;
  throw unusable(`${where}: the bytes do not match their size and digest`);
}

function filesIn(
  tree: LayerTree,
  { mostFiles, mostBytes }: FileLimits,
  image: string,
): Map<string, Uint8Array> | undefined {
  const leaves = tree.leaves();
  const files = new Map<string, Uint8Array>();
  let bytes = 0;
  for (const [path, leaf] of leaves) {
    if (leaf.kind !== "file") {
      throw unusable(`${image} contains the link ${oneLine(path)}`, "Copy the file itself into the image.");
    }
    bytes += leaf.bytes.length;
    if (files.size >= mostFiles || bytes > mostBytes) return undefined;
    files.set(path, leaf.bytes);
  }
  return files;
}

function labelsIn(labels: unknown): Map<string, string> {
  const entries = typeof labels === "object" && labels !== null ? Object.entries(labels) : [];
  return new Map(
    entries.flatMap(([key, value]: [string, unknown]) => (typeof value === "string" ? [[key, value] as const] : [])),
  );
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

function unusable(message: string, hint = "Push the image again, or name another one."): TsopError {
  return new TsopError("image/bad-registry", message, { hint });
}
