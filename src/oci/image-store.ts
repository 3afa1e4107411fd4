/** The images that tsop has assembled on this machine, until it pushes them. One store for each user. */
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { isImageDigest } from "../core/image-reference.js";
import { field, readJson, text } from "../core/json-fields.js";
import type { ContentSource } from "./base-image.js";
import { type Content, digestOf } from "./digest.js";

/** An image in the store: its manifest or index, and where its base layers come from. */
export interface StoredImage {
  readonly digest: string;
  readonly mediaType: string;
  readonly base: string;
  /** The digests of the manifests that describe the image: see attachments.ts. */
  readonly attachments: readonly string[];
}

export interface ImageStore {
  readonly folder: string;
  put(content: Content): void;
  /** Stores contents, and then the name that refers to them. */
  save(image: string, stored: StoredImage, contents: readonly Content[]): void;
  find(image: string): StoredImage | undefined;
  /** @throws TsopError `image/not-built` if the content is missing or damaged */
  read(digest: string): Uint8Array;
  has(digest: string): boolean;
  /** Returns the path of a blob, whether it exists or not. */
  pathOf(digest: string): string;
  /** Stores a blob that arrives in parts. @throws TsopError `image/bad-registry` if the digest differs */
  receive(digest: string, parts: AsyncIterable<Uint8Array>): Promise<void>;
}

/** Returns the folder of the store: `$XDG_CACHE_HOME/tsop/images`, or the place where the system keeps caches. */
export function storeFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: string = process.platform,
  home: string = os.homedir(),
): string {
  const named = env["XDG_CACHE_HOME"];
  if (named !== undefined && named !== "") return path.join(named, "tsop/images");
  if (platform === "darwin") return path.join(home, "Library/Caches/tsop/images");
  if (platform === "win32") return path.join(env["LocalAppData"] ?? path.join(home, "AppData/Local"), "tsop/images");
  return path.join(home, ".cache/tsop/images");
}

export function openImageStore(folder: string): ImageStore {
  const pathOf = (digest: string): string => path.join(folder, "blobs/sha256", digest.slice("sha256:".length));
  const refPath = (image: string): string =>
    path.join(folder, "names", `${createHash("sha256").update(image).digest("hex")}.json`);
  const replace = (file: string, write: (temporary: string) => void): void => {
    const temporary = `${file}.${randomBytes(6).toString("hex")}`;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      write(temporary);
      renameSync(temporary, file);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw new TsopError("files/write-failed", `cannot write to ${folder}: ${String(error)}`, { cause: error });
    }
  };
  const has = (digest: string): boolean => existsSync(pathOf(digest));
  const put = ({ descriptor: { digest }, bytes }: Content): void => {
    if (!has(digest)) replace(pathOf(digest), (file) => writeFileSync(file, bytes));
  };
  return {
    folder,
    has,
    pathOf,
    put,
    save(image, stored, contents) {
      contents.forEach(put);
      replace(refPath(image), (file) => writeFileSync(file, JSON.stringify({ image, ...stored })));
    },
    find(image) {
      const value = existsSync(refPath(image)) ? readJson(readFileSync(refPath(image), "utf8")) : undefined;
      const [digest, mediaType, base] = [text(value, "digest"), text(value, "mediaType"), text(value, "base")];
      if (field(value, "image") !== image || !isImageDigest(digest)) return undefined;
      if (mediaType === undefined || base === undefined) return undefined;
      const listed = field(value, "attachments");
      const attachments = (Array.isArray(listed) ? (listed as unknown[]) : []).map(String).filter(isImageDigest);
      return { digest, mediaType, base, attachments };
    },
    read(digest) {
      const bytes = has(digest) ? readFileSync(pathOf(digest)) : undefined;
      if (bytes !== undefined && digestOf(bytes) === digest) return bytes;
      throw new TsopError("image/not-built", `${pathOf(digest)} is ${bytes === undefined ? "missing" : "damaged"}`, {
        hint: "Build the image again: npm run docker-build",
      });
    },
    async receive(digest, parts) {
      const file = pathOf(digest);
      const temporary = `${file}.${randomBytes(6).toString("hex")}`;
      const hash = createHash("sha256");
      mkdirSync(path.dirname(file), { recursive: true });
      try {
        writeFileSync(temporary, "");
        for await (const part of parts) {
          hash.update(part);
          writeFileSync(temporary, part, { flag: "a" });
        }
        if (`sha256:${hash.digest("hex")}` !== digest) {
          throw new TsopError("image/bad-registry", `the registry returned other bytes than ${digest}`, {
            hint: "Repeat the command.",
          });
        }
        renameSync(temporary, file);
      } finally {
        rmSync(temporary, { force: true });
      }
    },
  };
}

/** Wraps a source so that the store keeps what it returns, and a digest that the store contains needs no request. */
export function cacheContent(source: ContentSource, store: ImageStore): ContentSource {
  return {
    async readManifest(repository, reference) {
      if (isImageDigest(reference) && store.has(reference)) {
        const bytes = store.read(reference);
        const mediaType = text(readJson(Buffer.from(bytes).toString("utf8")), "mediaType");
        if (mediaType !== undefined) return { descriptor: { mediaType, digest: reference, size: bytes.length }, bytes };
      }
      const content = await source.readManifest(repository, reference);
      if (content !== undefined) store.put(content);
      return content;
    },
    async readBlob(repository, descriptor) {
      if (store.has(descriptor.digest)) return store.read(descriptor.digest);
      const bytes = await source.readBlob(repository, descriptor);
      store.put({ descriptor, bytes });
      return bytes;
    },
    openBlob: (repository, descriptor) => source.openBlob(repository, descriptor),
  };
}
