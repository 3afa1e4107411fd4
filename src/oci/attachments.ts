/**
 * Descriptions of an image in its repository, such as a list of packages: manifests that name the image as their subject
 * (manifest.md of the OCI image specification, and "referrers" in spec.md of the distribution specification).
 */
import { field, readJson, text } from "../core/json-fields.js";
import { type Artifact, assembleArtifact } from "./artifact.js";
import { type Content, contentOf, type Descriptor, jsonContent } from "./digest.js";
import { mediaTypes } from "./media-types.js";

/** @param artifactType - the media type of the document, such as `application/vnd.cyclonedx+json` */
export function attach(
  subject: Descriptor,
  artifactType: string,
  document: Uint8Array,
  annotations: Readonly<Record<string, string>>,
): Artifact {
  // A manifest needs a configuration.
  const config = contentOf(mediaTypes.empty, Buffer.from("{}"));
  return assembleArtifact({
    artifactType,
    config,
    layers: [contentOf(artifactType, document)],
    subject,
    annotations,
  });
}

/** Returns the tag of the list of descriptions, for a registry that does not list them itself. */
export function referrersTag(digest: string): string {
  return digest.replace(":", "-");
}

/** Adds a description to the list, unless it contains the description. Keeps all other entries. */
export function withReferrer(list: Uint8Array | undefined, descriptor: Descriptor, manifest: Uint8Array): Content {
  const value = list === undefined ? undefined : readJson(Buffer.from(list).toString("utf8"));
  const listed = field(value, "manifests");
  const others = (Array.isArray(listed) ? (listed as unknown[]) : []).filter(
    (each) => text(each, "digest") !== descriptor.digest,
  );
  const document = readJson(Buffer.from(manifest).toString("utf8"));
  const [artifactType, annotations] = [text(document, "artifactType"), field(document, "annotations")];
  return jsonContent(mediaTypes.index, {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests: [...others, { ...descriptor, artifactType, annotations }],
  });
}
