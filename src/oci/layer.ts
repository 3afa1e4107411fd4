/** Layers: compressed tar archives with the same bytes for the same files, on any machine. */
import { gzipSync } from "fflate";
import { Header } from "tar/header";
import { Pax } from "tar/pax";
import { type Content, contentOf, digestOf } from "./digest.js";
import { mediaTypes } from "./media-types.js";

/** A file or folder of a layer. */
export interface LayerEntry {
  /** The path without a slash at the start or end. */
  readonly path: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Undefined for a folder. */
  readonly bytes: Uint8Array | undefined;
}

export interface Layer {
  readonly content: Content;
  /** The digest of the archive before compression. */
  readonly diffId: string;
}

const blockSize = 512;

/**
 * Builds a tar archive, with its entries in the order of their paths.
 *
 * @param epoch - the time of all entries, in seconds since 1970
 */
export function buildArchive(entries: readonly LayerEntry[], epoch: number): Uint8Array {
  const sorted = entries.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  return Buffer.concat([
    ...sorted.flatMap((entry) => blocksOf(entry, new Date(epoch * 1000))),
    Buffer.alloc(2 * blockSize),
  ]);
}

/**
 * Builds a layer. All entries get the same time. fflate compresses to the same bytes with every version of Node; the
 * zlib of Node does not.
 *
 * @param epoch - the time of all entries, in seconds since 1970
 */
export function buildLayer(entries: readonly LayerEntry[], epoch: number): Layer {
  const archive = buildArchive(entries, epoch);
  const compressed = gzipSync(archive, { level: 6, mtime: 0 });
  return { content: contentOf(mediaTypes.layer, compressed), diffId: digestOf(archive) };
}

function blocksOf({ path, mode, uid, gid, bytes }: LayerEntry, mtime: Date): Uint8Array[] {
  const data = {
    path: bytes === undefined ? `${path}/` : path,
    mode,
    uid,
    gid,
    size: bytes?.length ?? 0,
    mtime,
    type: bytes === undefined ? "Directory" : "File",
  } as const;
  const header = new Header(data);
  const block = Buffer.alloc(blockSize);
  const extended = header.encode(block) ? [new Pax({ path: data.path, size: data.size }).encode()] : [];
  return [...extended, block, ...(bytes === undefined ? [] : [bytes, Buffer.alloc(padding(bytes.length))])];
}

function padding(size: number): number {
  return (blockSize - (size % blockSize)) % blockSize;
}
