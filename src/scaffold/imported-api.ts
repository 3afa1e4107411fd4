/** A kind that was imported: its types, and where the project knows of it. */
import { withResource } from "../project/edit.js";
import { projectFileName } from "../project/file-name.js";
import type { Project, Resource } from "../project/project.js";
import { planCrd, viewOf } from "./api.js";
import { namesOf } from "./naming.js";
import type { Placement } from "./placement.js";
import type { Templates } from "./templates.js";

/**
 * Plans the types file, the entry of the CRD in its kustomization, and PROJECT. Roles and a controller are for kinds
 * that the project reconciles: `create api --resource=false` adds one.
 */
export function planImportedApi(
  placement: Placement,
  templates: Templates,
  project: Project,
  { resource, types }: { readonly resource: Resource; readonly types: string },
): void {
  const names = namesOf({ ...resource, multigroup: project.multigroup });
  const request = {
    resource,
    withResource: true,
    withController: false,
    shortName: undefined,
    storageVersion: undefined,
  };
  const view = viewOf(placement, project, request, names);
  placement.put(names.typesFile, view.header + types, "collide");
  planCrd(placement, templates, view, names);
  placement.change(projectFileName, withResource(placement.tree.read(projectFileName) ?? "", resource));
}
