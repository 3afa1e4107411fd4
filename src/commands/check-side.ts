/** Checks which side serves a kind: kube-apiserver with a CRD, or the project's extension API server. */
import { documentation } from "../core/documentation.js";
import { describeResource } from "../project/edit.js";
import { apiVersionOf, findVersions, hasOwnTypes, type Project, type Resource } from "../project/project.js";
import type { Refuse } from "./refusals.js";

/** Refuses a kind whose group version, or whose other version, belongs to the other side: CRDs or the extension API server. */
export function checkSide(resource: Resource, project: Project, refuse: Refuse): void {
  const own = project.resources.filter((each) => hasOwnTypes(each) && each.api !== undefined);
  const other = own.find(
    (each) =>
      apiVersionOf(each) === apiVersionOf(resource) &&
      (each.extension === undefined) !== (resource.extension === undefined),
  );
  if (other !== undefined) {
    refuse({
      code: "project/group-version-taken",
      message:
        other.extension === undefined
          ? `${describeResource(other)} has a CRD, and kube-apiserver would pass the requests for ${apiVersionOf(other)} to the extension API server`
          : `the extension API server serves ${describeResource(other)}, so kube-apiserver ignores CRDs in ${apiVersionOf(other)}`,
      hint: "Choose another --version or --group.",
    });
    return;
  }
  const version = findVersions(project, resource).find((each) => each.version !== resource.version && each.api);
  if (version === undefined || (version.extension === undefined) === (resource.extension === undefined)) return;
  refuse({
    message:
      version.extension === undefined
        ? `${describeResource(version)} has a CRD: all versions of a kind have one server`
        : `the extension API server serves ${describeResource(version)}: all versions of a kind have one server`,
    hint:
      version.extension === undefined
        ? "Choose another --kind."
        : "Add the version with `tsop create apiserver`, or choose another --kind.",
  });
}

/** Refuses a controller of a kind that the extension API server serves. */
export function refuseExtension(resource: Resource | undefined, refuse: Refuse): void {
  if (resource?.extension === undefined) return;
  refuse({
    code: "project/extension-kind",
    message: `the extension API server of the project serves ${describeResource(resource)}, and the test of a scaffolded controller runs on CRDs only`,
    hint: `Write the controller by hand: it watches the kind like any other. ${documentation("how-to/extension-servers")}`,
  });
}
