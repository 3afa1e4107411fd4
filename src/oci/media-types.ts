/** The media types of the OCI image specification 1.1 (media-types.md), and their equivalents from Docker. */

export const mediaTypes = {
  index: "application/vnd.oci.image.index.v1+json",
  manifest: "application/vnd.oci.image.manifest.v1+json",
  config: "application/vnd.oci.image.config.v1+json",
  layer: "application/vnd.oci.image.layer.v1.tar+gzip",
  empty: "application/vnd.oci.empty.v1+json",
} as const;

const dockerIndex = "application/vnd.docker.distribution.manifest.list.v2+json";
const dockerManifest = "application/vnd.docker.distribution.manifest.v2+json";

/** The types that tsop accepts from a registry. */
export const acceptedManifests = [mediaTypes.index, mediaTypes.manifest, dockerIndex, dockerManifest] as const;

export function isIndexType(type: string): boolean {
  return type === mediaTypes.index || type === dockerIndex;
}

export function isManifestType(type: string): boolean {
  return type === mediaTypes.manifest || type === dockerManifest;
}

/** Returns the OCI type of a layer with a type from Docker, because an OCI manifest must not refer to Docker's types. */
export function ociLayerType(type: string): string {
  return type === "application/vnd.docker.image.rootfs.diff.tar.gzip" ? mediaTypes.layer : type;
}
