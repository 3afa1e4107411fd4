/** Artifacts other than images: a manifest that refers to documents ("artifact usage" in manifest.md of the OCI image specification). */
import { type Content, type Descriptor, jsonContent } from "./digest.js";
import { mediaTypes } from "./media-types.js";

export interface Artifact {
  readonly manifest: Content;
  /** All contents that the manifest refers to. */
  readonly blobs: readonly Content[];
}

export interface ArtifactParts {
  readonly artifactType?: string;
  readonly config: Content;
  readonly layers: readonly Content[];
  /** The image that the artifact describes. */
  readonly subject?: Descriptor;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Assembles an artifact. The same parts always have the same bytes. */
export function assembleArtifact({ artifactType, config, layers, subject, annotations }: ArtifactParts): Artifact {
  const manifest = jsonContent(mediaTypes.manifest, {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    artifactType,
    config: config.descriptor,
    layers: layers.map(({ descriptor }) => descriptor),
    subject: subject && { mediaType: subject.mediaType, digest: subject.digest, size: subject.size },
    annotations,
  });
  return { manifest, blobs: [...layers, config] };
}
