/** Assembles an image: a base image with one more layer and a changed configuration. Pure: the same input gives the same bytes. */
import { defined } from "../core/defined.js";
import { type Content, type Descriptor, jsonContent } from "./digest.js";
import type { Layer } from "./layer.js";
import { mediaTypes, ociLayerType } from "./media-types.js";
import type { ImageConfig, Manifest, Platform } from "./read-documents.js";

/** The settings on top of the base image. Undefined keeps the value of the base image; an empty list removes it. */
export interface ConfigChange {
  readonly user?: string;
  readonly workingDir?: string;
  readonly entrypoint?: readonly string[];
  readonly cmd?: readonly string[];
  readonly stopSignal?: string;
  readonly env: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
  readonly exposedPorts: readonly string[];
}

/** An entry of the image's history: an instruction, and whether it made a layer. */
export interface HistoryEntry {
  readonly text: string;
  readonly hasLayer: boolean;
}

export interface Assembly {
  readonly base: { readonly manifest: Pick<Manifest, "layers">; readonly config: ImageConfig };
  readonly layer: Layer;
  readonly change: ConfigChange;
  readonly history: readonly HistoryEntry[];
  /** The annotations of the manifest. */
  readonly annotations: Readonly<Record<string, string>>;
  /** The time of the image, in seconds since 1970. */
  readonly epoch: number;
}

/** An image for one platform. */
export interface AssembledImage {
  readonly platform: Platform;
  readonly manifest: Content;
  readonly config: Content;
  /** The layers of the base image, which only refer to content. */
  readonly baseLayers: readonly Descriptor[];
  readonly layer: Content;
}

export function assembleImage({ base, layer, change, history, annotations, epoch }: Assembly): AssembledImage {
  const { diffIds, history: baseHistory, ...kept } = base.config;
  const created = new Date(epoch * 1000).toISOString().replace(".000Z", "Z");
  const config = jsonContent(mediaTypes.config, {
    ...kept,
    created,
    config: changedConfig(base.config.config, change),
    rootfs: { type: "layers", diff_ids: [...diffIds, layer.diffId] },
    history: [
      ...baseHistory,
      ...history.map(({ text, hasLayer }) => ({
        created,
        created_by: text,
        ...(hasLayer ? {} : { empty_layer: true }),
      })),
    ],
  });
  const baseLayers = base.manifest.layers;
  const manifest = jsonContent(mediaTypes.manifest, {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: config.descriptor,
    layers: [
      ...baseLayers.map((each) => ({ ...each, mediaType: ociLayerType(each.mediaType) })),
      layer.content.descriptor,
    ],
    annotations,
  });
  const { os, architecture, variant } = base.config;
  const platform = { os, architecture, ...(typeof variant === "string" ? { variant } : {}) };
  return { platform, manifest, config, baseLayers, layer: layer.content };
}

/** Returns the index of images for several platforms. */
export function assembleIndex(images: readonly AssembledImage[]): Content {
  return jsonContent(mediaTypes.index, {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: images.map(({ manifest, platform }) => ({ ...manifest.descriptor, platform })),
  });
}

function changedConfig(base: Readonly<Record<string, unknown>>, change: ConfigChange): Record<string, unknown> {
  const { user, workingDir, entrypoint, cmd, stopSignal, env, labels, exposedPorts } = change;
  const ports = { ...recordOf(base["ExposedPorts"]), ...Object.fromEntries(exposedPorts.map((port) => [port, {}])) };
  const allLabels = { ...recordOf(base["Labels"]), ...Object.fromEntries(labels) };
  const changed = {
    ...base,
    ...defined({ User: user, WorkingDir: workingDir, Entrypoint: entrypoint, Cmd: cmd, StopSignal: stopSignal }),
    Env: mergedEnv(base["Env"], env),
    ...(Object.keys(ports).length === 0 ? {} : { ExposedPorts: ports }),
    ...(Object.keys(allLabels).length === 0 ? {} : { Labels: allLabels }),
  };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => !Array.isArray(value) || value.length > 0));
}

/** Replaces variables in place, and adds new ones at the end. */
function mergedEnv(base: unknown, env: ReadonlyMap<string, string>): string[] {
  const all = new Map<string, string>();
  for (const entry of Array.isArray(base) ? (base as unknown[]) : []) {
    if (typeof entry !== "string") continue;
    const equals = entry.indexOf("=");
    all.set(entry.slice(0, equals === -1 ? entry.length : equals), entry.slice(equals + 1));
  }
  for (const [name, value] of env) all.set(name, value);
  return Array.from(all, ([name, value]) => `${name}=${value}`);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
