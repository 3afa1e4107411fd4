/** A folder with images (image-layout.md of the OCI image specification), as a source of a base image. */
import { createReadStream, readFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../core/errors.js";
import { isImageDigest } from "../core/image-reference.js";
import { field, readJson, text } from "../core/json-fields.js";
import type { ContentSource } from "./base-image.js";
import { digestOf } from "./digest.js";

/** Reads images from a folder. The reference of an image is its annotation, or its digest; `latest` may be omitted if it is the only one. */
export function openLayout(folder: string): ContentSource {
  const fileOf = (digest: string): string => path.join(folder, "blobs/sha256", digest.slice("sha256:".length));
  const bytesOf = (digest: string): Buffer => {
    const file = fileOf(digest);
    const bytes = readIfExists(file);
    if (bytes !== undefined && digestOf(bytes) === digest) return bytes;
    throw new TsopError("image/no-base", `${file} is ${bytes === undefined ? "missing" : "damaged"}`, {
      hint: "Write the folder again, for example with `skopeo copy docker://IMAGE oci:FOLDER`.",
    });
  };
  return {
    readManifest(_, reference) {
      const index = readIfExists(path.join(folder, "index.json"));
      const listed = field(index && readJson(index.toString("utf8")), "manifests");
      const entries = Array.isArray(listed) ? (listed as unknown[]) : [];
      const nameOf = (entry: unknown): string | undefined =>
        text(field(entry, "annotations"), "org.opencontainers.image.ref.name");
      const found =
        entries.find((entry) => nameOf(entry) === reference) ??
        (reference === "latest" && entries.length === 1 ? entries[0] : undefined);
      const digest = isImageDigest(reference) ? reference : text(found, "digest");
      if (!isImageDigest(digest)) return Promise.resolve(undefined);
      const bytes = bytesOf(digest);
      const mediaType = text(found, "mediaType") ?? text(readJson(bytes.toString("utf8")), "mediaType") ?? "";
      return Promise.resolve({ descriptor: { mediaType, digest, size: bytes.length }, bytes });
    },
    readBlob: (_, { digest }) => Promise.resolve(bytesOf(digest)),
    openBlob: (_, { digest }) => Promise.resolve(createReadStream(fileOf(digest)) as AsyncIterable<Uint8Array>),
  };
}

function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
