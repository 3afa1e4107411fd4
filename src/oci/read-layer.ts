/** Reads the archive of a layer (layer.md of the OCI image specification), which can contain anything. Writes no file. */
import { gunzipSync } from "node:zlib";
import { Parser } from "tar/parse";
import { TsopError } from "../core/errors.js";
import { oneLine } from "../core/visible.js";

/** What a layer does to a path of the image. */
export interface LayerChange {
  /**
   * `link` is a symbolic or hard link, or a device. `removed` takes back the path of the layers below; `emptied` takes
   * back what they have in the folder.
   */
  readonly kind: "file" | "folder" | "link" | "removed" | "emptied";
  /** The names of the folders and of the file. */
  readonly path: readonly string[];
  /** Empty unless the change is a file. */
  readonly bytes: Uint8Array;
}

/** The longest path of a file in Linux. */
const longestPath = 4096;
const emptiedMark = ".wh..wh..opq";
const removedMark = ".wh.";
const nothing = new Uint8Array();

/**
 * Returns the archive of a layer without its compression; undefined if it is larger than the limit.
 *
 * @param where - the name of the layer, for messages
 * @throws TsopError `image/bad-registry` if the bytes are damaged, or have a compression other than gzip
 */
export function uncompressLayer(bytes: Uint8Array, where: string, limit: number): Uint8Array | undefined {
  const archive = startsWith(bytes, gzip) ? gunzip(bytes, where, limit) : bytes;
  if (archive !== undefined && (startsWith(archive, gzip) || startsWith(archive, zstd))) {
    throw damaged(where, "has a compression that tsop does not read", "Build the image with layers in gzip.");
  }
  return archive !== undefined && archive.length <= limit ? archive : undefined;
}

/**
 * Returns the changes of a layer below some folders, in the order of the archive.
 *
 * @param archive - without compression
 * @param folders - names of folders in the root of the image
 * @throws TsopError `image/bad-registry` for a damaged archive, and for a path that leaves the image
 */
export function readLayer(archive: Uint8Array, folders: ReadonlySet<string>, where: string): Promise<LayerChange[]> {
  return new Promise((resolve, reject) => {
    const changes: LayerChange[] = [];
    const fail = (error: unknown): void => {
      reject(error instanceof TsopError ? error : damaged(where, `is damaged: ${oneLine(String(error))}`));
    };
    const parser = new Parser({
      strict: true,
      onReadEntry: (entry) => {
        const change = changeOf(entry.path, entry.type);
        if (change === undefined) {
          fail(damaged(where, `contains the path ${oneLine(entry.path.slice(0, 200))}, which leaves the image`));
        }
        const isWanted = change !== undefined && isBelow(change, folders);
        if (isWanted && change.kind !== "file") changes.push(change);
        if (!isWanted || change.kind !== "file") {
          entry.resume();
          return;
        }
        const chunks: Uint8Array[] = [];
        entry.on("data", (chunk: Buffer) => void chunks.push(chunk));
        entry.on("end", () => void changes.push({ ...change, bytes: Buffer.concat(chunks) }));
      },
    });
    parser.on("end", () => resolve(changes));
    parser.on("error", fail);
    parser.end(Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength));
  });
}

/** Returns undefined for a path that leaves the image. The root of an absolute path is the root of the image. */
function changeOf(written: string, type: string): LayerChange | undefined {
  const path = written.split("/").filter((name) => name !== "" && name !== ".");
  if (written.length > longestPath || path.includes("..")) return undefined;
  const name = path.at(-1) ?? "";
  const folder = path.slice(0, -1);
  if (name === emptiedMark) return { kind: "emptied", path: folder, bytes: nothing };
  if (name.startsWith(removedMark)) {
    return { kind: "removed", path: [...folder, name.slice(removedMark.length)], bytes: nothing };
  }
  return { kind: kindOf(type), path, bytes: nothing };
}

function kindOf(type: string): "file" | "folder" | "link" {
  if (type === "Directory" || type === "GNUDumpDir") return "folder";
  return type === "File" || type === "OldFile" || type === "ContiguousFile" ? "file" : "link";
}

function isBelow({ kind, path: [first] }: LayerChange, folders: ReadonlySet<string>): boolean {
  return first === undefined ? kind === "emptied" : folders.has(first);
}

const gzip = [0x1f, 0x8b];
const zstd = [0x28, 0xb5, 0x2f, 0xfd];

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

function gunzip(bytes: Uint8Array, where: string, limit: number): Uint8Array | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: Math.max(1, limit) });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") return undefined;
    throw damaged(where, `is damaged: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function damaged(where: string, why: string, hint = "Push the image again, or name another one."): TsopError {
  return new TsopError("image/bad-registry", `${where} ${why}`, { hint });
}
