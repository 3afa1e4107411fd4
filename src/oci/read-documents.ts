/** Reads manifests, indexes and configurations from registries, which can return anything. */
import { TsopError } from "../core/errors.js";
import { isImageDigest } from "../core/image-reference.js";
import { isJsonObject } from "../core/json.js";
import { field, readJson, text } from "../core/json-fields.js";
import type { Descriptor } from "./digest.js";
import { isIndexType, isManifestType } from "./media-types.js";

/** An image for one platform. */
export interface Manifest {
  readonly config: Descriptor;
  readonly layers: readonly Descriptor[];
}

/** A platform, as Go names it. */
export interface Platform {
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string;
}

export type ManifestDocument =
  | { readonly kind: "manifest"; readonly manifest: Manifest }
  | { readonly kind: "index"; readonly images: readonly (Descriptor & { readonly platform: Platform })[] };

/** The configuration of an image (config.md). tsop keeps fields that it does not know. */
export interface ImageConfig {
  readonly [name: string]: unknown;
  readonly os: string;
  readonly architecture: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly diffIds: readonly string[];
  readonly history: readonly unknown[];
}

/** The most layers that tsop accepts: docker's own limit is 127. */
const mostLayers = 512;

/**
 * @param where - the name of the document, for messages
 * @throws TsopError `image/bad-registry` for a document that is not an image
 */
export function readManifest(bytes: Uint8Array, mediaType: string, where: string): ManifestDocument {
  const value = readJson(Buffer.from(bytes).toString("utf8"));
  const type = text(value, "mediaType") ?? mediaType;
  if (isIndexType(type)) return { kind: "index", images: list(value, "manifests").flatMap(readImage) };
  if (!isManifestType(type)) throw unusable(where, `has the type ${type.slice(0, 100)}, which is not an image`);
  const config = readDescriptor(field(value, "config"));
  const layers = list(value, "layers").map(readDescriptor);
  if (config === undefined || layers.length === 0 || layers.length > mostLayers || layers.includes(undefined)) {
    throw unusable(where, "is not a valid manifest of an image");
  }
  return { kind: "manifest", manifest: { config, layers: layers.filter((layer) => layer !== undefined) } };
}

/** @throws TsopError `image/bad-registry` */
export function readImageConfig(bytes: Uint8Array, where: string): ImageConfig {
  const value = readJson(Buffer.from(bytes).toString("utf8"));
  const [os, architecture] = [text(value, "os"), text(value, "architecture")];
  const config = field(value, "config") ?? {};
  const diffIds = list(field(value, "rootfs"), "diff_ids").filter((id) => typeof id === "string" && isImageDigest(id));
  if (os === undefined || architecture === undefined || !isJsonObject(value) || !isJsonObject(config)) {
    throw unusable(where, "is not a valid configuration of an image");
  }
  return { ...value, os, architecture, config, diffIds: diffIds.map(String), history: list(value, "history") };
}

function readImage(value: unknown): (Descriptor & { readonly platform: Platform })[] {
  const descriptor = readDescriptor(value);
  const platform = field(value, "platform");
  const [os, architecture, variant] = ["os", "architecture", "variant"].map((name) => text(platform, name));
  if (descriptor === undefined || os === undefined || architecture === undefined) return [];
  return [{ ...descriptor, platform: { os, architecture, ...(variant === undefined ? {} : { variant }) } }];
}

function readDescriptor(value: unknown): Descriptor | undefined {
  const [mediaType, digest, size] = [text(value, "mediaType"), text(value, "digest"), field(value, "size")];
  if (mediaType === undefined || !isImageDigest(digest)) return undefined;
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0) return undefined;
  return { mediaType, digest, size };
}

function list(value: unknown, name: string): unknown[] {
  const found = field(value, name);
  return Array.isArray(found) ? (found as unknown[]) : [];
}

function unusable(where: string, why: string): TsopError {
  return new TsopError("image/bad-registry", `${where} ${why}`, {
    hint: "Check the name of the image, and that the registry is not a login page or a proxy.",
  });
}
