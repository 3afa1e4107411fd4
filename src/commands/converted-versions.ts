/** Reads the schema of each version of a kind from the CRD that its types generate. */
import { TsopError } from "../core/errors.js";
import { findResource, qualifiedGroup, type Project, type Resource } from "../project/project.js";
import { namesOf } from "../scaffold/naming.js";
import type { ConvertedVersion } from "../scaffold/webhook/conversion-file.js";

/** @throws TsopError with all diagnostics, when there is an error in the sources */
export async function readConvertedVersions(
  root: string,
  project: Project,
  hub: Resource,
  spokes: readonly string[],
): Promise<ConvertedVersion[]> {
  const { generatedCrds } = await import("./current-crds.js");
  const found = generatedCrds(root).find(({ crd }) => crd.kind === hub.kind && crd.group === qualifiedGroup(hub));
  if (found === undefined) {
    throw new TsopError("kind/invalid", `the types do not generate a CRD for ${hub.kind}`, {
      hint: "Run `npm run manifests`, which reports the errors in them.",
    });
  }
  const { versions } = found.crd;
  for (const version of [hub.version, ...spokes]) {
    if (versions.some(({ name }) => name === version)) continue;
    const { typesFile } = namesOf(findResource(project, { ...hub, version }) ?? { ...hub, version }, project);
    throw new TsopError("kind/invalid", `${typesFile} does not generate the version ${version} of ${hub.kind}`, {
      hint: "Run `npm run manifests`, which reports the errors in its types.",
    });
  }
  return versions.map(({ name, schema }) => ({ version: name, schema }));
}
