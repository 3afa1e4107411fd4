/** The CRDs of kinds that other projects define, for the embedded API server of `tsop dev`. */
import { existsSync } from "node:fs";
import path from "node:path";
import { type CustomResourceDefinition, isCrd } from "../../cluster/crd.js";
import { crdFolder } from "../../cluster/crd-folder.js";
import { readManifests } from "../../cluster/manifest-files.js";
import type { Diagnostic } from "../../core/diagnostic.js";
import { checkExternalPath, isExternalFile, packageOf } from "../../project/external.js";
import { apiVersionOf, type Project, projectFileName, qualifiedGroup, type Resource } from "../../project/project.js";

/** The folder of a project that contains such CRDs. */
const externalFolder = "config/external";

export interface ExternalCrds {
  readonly crds: readonly CustomResourceDefinition[];
  /** The kinds without a CRD. */
  readonly missing: readonly Diagnostic[];
}

/**
 * Returns the CRDs in `config/external`, and those that the packages of external kinds contain.
 *
 * @throws TsopError for a file that cannot be read
 */
export function externalCrds(root: string, { resources }: Pick<Project, "resources">): ExternalCrds {
  const external = resources.filter((resource) => resource.external === true);
  const own = crdsIn(root, externalFolder);
  const found = external.map((resource) => {
    const isOfKind = ({ spec }: CustomResourceDefinition): boolean =>
      spec.group === qualifiedGroup(resource) && spec.names.kind === resource.kind;
    return { resource, crd: own.find(isOfKind) ?? crdsOfPackage(root, resource).find(isOfKind) };
  });
  const crds = new Map(
    [...found.map(({ crd }) => crd), ...own].flatMap((crd) => (crd ? [[crd.metadata.name, crd]] : [])),
  );
  return {
    crds: [...crds.values()].map(withoutConversion),
    missing: found.flatMap(({ resource, crd }) => (servesVersion(crd, resource) ? [] : [missing(resource)])),
  };
}

function crdsIn(root: string, folder: string): CustomResourceDefinition[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readManifests(root, folder).flatMap(({ object }) => (isCrd(object) ? [object] : []));
}

/** A package that tsop generated, or an operator in TypeScript, has its CRDs in the same folder as a project. */
function crdsOfPackage(root: string, { path: module = "" }: Resource): CustomResourceDefinition[] {
  const isPackage = !isExternalFile(module) && checkExternalPath(module) === undefined;
  return isPackage ? crdsIn(root, `node_modules/${packageOf(module)}/${crdFolder}`) : [];
}

/** The webhook of the other project does not run here. */
function withoutConversion(crd: CustomResourceDefinition): CustomResourceDefinition {
  return { ...crd, spec: { ...crd.spec, conversion: { strategy: "None" } } };
}

function servesVersion(crd: CustomResourceDefinition | undefined, { version }: Resource): boolean {
  return crd?.spec.versions.some(({ name, served }) => name === version && served) === true;
}

function missing(resource: Resource): Diagnostic {
  const { kind } = resource;
  return {
    code: "cluster/no-crds",
    severity: "warning",
    message: `the embedded API server does not serve ${kind} of ${apiVersionOf(resource)}: requests for it get the response 404`,
    at: { file: projectFileName },
    hint: `Copy the CRD of the other project into ${externalFolder}, or work with a cluster that has it: tsop dev --context NAME`,
  };
}
