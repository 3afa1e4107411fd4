/** The image of a bundle in a test's registry. */
import { jsonContent } from "../../../src/oci/digest.js";
import { buildLayer } from "../../../src/oci/layer.js";
import { mediaTypes } from "../../../src/oci/media-types.js";
import type { Registry } from "../registry.js";

export const bundleLabels = {
  "operators.operatorframework.io.bundle.mediatype.v1": "registry+v1",
  "operators.operatorframework.io.bundle.manifests.v1": "manifests/",
  "operators.operatorframework.io.bundle.metadata.v1": "metadata/",
  "operators.operatorframework.io.bundle.package.v1": "demo",
};

/** Stores an image with these files. Returns its name. */
export function putBundle(
  registry: Registry,
  files: Readonly<Record<string, string>>,
  {
    tag = "v1",
    labels = bundleLabels,
  }: { readonly tag?: string; readonly labels?: Readonly<Record<string, string>> } = {},
): string {
  const entries = Object.entries(files).map(([path, text]) => {
    return { path, mode: 0o644, uid: 0, gid: 0, bytes: Buffer.from(text) };
  });
  const { content, diffId } = buildLayer(entries, 0);
  const config = jsonContent(mediaTypes.config, {
    ...{ os: "linux", architecture: "amd64", config: { Labels: labels } },
    rootfs: { type: "layers", diff_ids: [diffId] },
  });
  registry.putBlob(content.bytes);
  registry.putBlob(config.bytes);
  const manifest = {
    ...{ schemaVersion: 2, mediaType: mediaTypes.manifest },
    ...{ config: config.descriptor, layers: [content.descriptor] },
  };
  registry.putManifest("demo-bundle", tag, mediaTypes.manifest, manifest);
  return `${registry.host}/demo-bundle:${tag}`;
}
