/** A helm chart in a registry (helm.sh/docs/topics/registries), and the file for Artifact Hub beside it. */
import { type Artifact, assembleArtifact } from "./artifact.js";
import { contentOf } from "./digest.js";

export interface ChartParts {
  /** The metadata of Chart.yaml, in JSON. */
  readonly config: string;
  /** The compressed archive. */
  readonly archive: Uint8Array;
  readonly annotations: Readonly<Record<string, string>>;
}

export function chartArtifact({ config, archive, annotations }: ChartParts): Artifact {
  return assembleArtifact({
    config: contentOf("application/vnd.cncf.helm.config.v1+json", Buffer.from(config)),
    layers: [contentOf("application/vnd.cncf.helm.chart.content.v1.tar+gzip", archive)],
    annotations,
  });
}

/** Returns the tag of a chart's version: a tag cannot contain `+`, for which helm writes `_`. */
export function chartTag(version: string): string {
  return version.replaceAll("+", "_");
}

/** The tag under which Artifact Hub looks for `artifacthub-repo.yml`. */
export const repositoryFileTag = "artifacthub.io";

/** Returns the artifact of `artifacthub-repo.yml` (Artifact Hub's documentation of helm repositories, "OCI support"). */
export function repositoryFileArtifact(file: Uint8Array): Artifact {
  const layer = contentOf("application/vnd.cncf.artifacthub.repository-metadata.layer.v1.yaml", file);
  const title = { "org.opencontainers.image.title": "artifacthub-repo.yml" };
  return assembleArtifact({
    config: contentOf("application/vnd.cncf.artifacthub.config.v1+yaml", Buffer.from("")),
    layers: [{ ...layer, descriptor: { ...layer.descriptor, annotations: title } }],
  });
}
