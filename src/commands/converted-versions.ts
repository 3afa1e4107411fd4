/** Reads the fields of each version of a kind from the CRD that its types generate. */
import { parseAllYaml } from "../core/yaml.js";
import { TsopError } from "../core/errors.js";
import { findResource, type Project, type Resource } from "../project/project.js";
import { namesOf } from "../scaffold/naming.js";
import type { ConvertedVersion } from "../scaffold/webhook/conversion-file.js";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Crd {
  readonly spec: {
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
}

/** @throws TsopError with all diagnostics, when there is an error in the sources */
export async function readConvertedVersions(
  root: string,
  project: Project,
  hub: Resource,
  spokes: readonly string[],
): Promise<ConvertedVersion[]> {
  const [{ generate }, { planManifests }, { diskHost }] = await Promise.all([
    import("./generate-manifests.js"),
    import("./manifests-options.js"),
    import("../source/source-host.js"),
  ]);
  const plan = planManifests({ generators: ["crd"] }, root);
  const { files } = generate(plan, diskHost(root), root, { ignoreFiles: false, project });
  const file = `config/crd/${namesOf(hub, project).crdFile}`;
  const [crd] = parseAllYaml(files.get(file) ?? "", file) as Crd[];
  if (crd === undefined) {
    throw new TsopError("kind/invalid", `the types do not generate a CRD for ${hub.kind}`, {
      hint: "Run `npm run manifests`, which reports the errors in them.",
    });
  }
  for (const version of [hub.version, ...spokes]) {
    if (crd.spec.versions.some(({ name }) => name === version)) continue;
    const { typesFile } = namesOf(findResource(project, { ...hub, version }) ?? { ...hub, version }, project);
    throw new TsopError("kind/invalid", `${typesFile} does not generate the version ${version} of ${hub.kind}`, {
      hint: "Run `npm run manifests`, which reports the errors in its types.",
    });
  }
  return crd.spec.versions.map(({ name, schema: { openAPIV3Schema: schema } }) => ({
    version: name,
    fields: Object.entries(schema.properties ?? {})
      .filter(([field]) => !["apiVersion", "kind", "metadata"].includes(field))
      .map(([field, { properties }]) => ({
        name: field,
        required: schema.required?.includes(field) === true,
        properties: properties === undefined ? undefined : Object.keys(properties),
      })),
  }));
}
