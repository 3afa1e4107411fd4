/** The Dockerfile of a catalog, which `opm generate dockerfile` also writes beside the folder of the catalog. */
import { catalogLabel } from "../annotations.js";
import { catalogFolder } from "./install-manifests.js";

/** Returns the files for a build in the folder that contains the catalog, by their names. */
export function catalogDockerfile(folder: string): ReadonlyMap<string, string> {
  const { dockerfile, dockerignore } = dockerfileNames(folder);
  // The image contains no program: OLM serves the files with its own.
  const lines = [
    "FROM scratch",
    "",
    `LABEL ${catalogLabel}=${catalogFolder}`,
    "",
    `COPY ${folder} ${catalogFolder}`,
    "",
  ];
  return new Map([
    [dockerfile, lines.join("\n")],
    // The .dockerignore of an operator excludes the catalog.
    [dockerignore, `**\n!${folder}\n`],
  ]);
}

export interface DockerfileNames {
  readonly dockerfile: string;
  readonly dockerignore: string;
}

export function dockerfileNames(folder: string): DockerfileNames {
  return { dockerfile: `${folder}.Dockerfile`, dockerignore: `${folder}.Dockerfile.dockerignore` };
}
