/** Adds an imported kind: its types, and its entries in the project. */
import { withResource } from "../project/edit.js";
import { type Project, projectFileName, type Resource } from "../project/project.js";
import { planCrd, viewOf } from "./api.js";
import { namesOf } from "./naming.js";
import { type Placement, type PlanInput, planOf, type ScaffoldPlan } from "./placement.js";

/** A kind as PROJECT will record it, and its types. */
export interface ImportedApi {
  readonly resource: Resource;
  readonly types: string;
}

/**
 * Plans the types files, the entries of the CRDs in their kustomization, and PROJECT. Plans no roles and no controller,
 * which only reconciled kinds need: `create api --resource=false` adds a controller.
 */
export function planImportedApis(
  input: PlanInput,
  project: Project,
  kinds: readonly ImportedApi[],
): Promise<ScaffoldPlan> {
  return planOf(input, (placement) => {
    for (const kind of kinds) placeImportedApi(placement, project, kind);
    placement.next.push("npm run manifests");
  });
}

function placeImportedApi(placement: Placement, project: Project, { resource, types }: ImportedApi): void {
  const projectText = withResource(placement.tree.read(projectFileName) ?? "", resource);
  const names = namesOf(resource, project);
  const view = viewOf(placement, project, { resource, shortName: undefined }, names);
  placement.put(names.typesFile, view.header + types, "collide");
  planCrd(placement, view, names);
  placement.change(projectFileName, projectText);
}
