/** Validates `create api --controller-name`: a kind can have several controllers. */
import { checkController } from "../core/names.js";
import { describeResource } from "../project/edit.js";
import { controllersOf, findResource, findVersions, type Project, type Resource } from "../project/project.js";
import { namesOf } from "../scaffold/naming.js";
import type { CreateApiOptions } from "./declared/scaffold.js";
import { findGroup } from "./find-group.js";
import type { Refuse } from "./refusals.js";

/** Returns whether the command only adds a controller: it names one, and a kind that exists. */
export function addsController(
  { group, version, kind, controllerName, controller, force }: CreateApiOptions,
  project: Project,
): boolean {
  if (controllerName === undefined || controller === false || force === true) return false;
  if (version === undefined || kind === undefined) return false;
  return findResource(project, { ...findGroup(group ?? "", project), version, kind }) !== undefined;
}

export function checkControllerName(
  resource: Resource,
  { controllerName, controller, force }: CreateApiOptions,
  project: Project,
  refuse: Refuse,
): void {
  if (controllerName === undefined) return;
  if (controller === false) {
    refuse({ message: "--controller-name and --controller=false contradict each other", hint: "Omit one of them." });
    return;
  }
  const problem = checkController(controllerName);
  refuse(problem);
  if (problem !== undefined) return;
  const wanted = namesOf(resource, project, controllerName);
  for (const other of project.resources) {
    for (const name of controllersOf(other)) {
      const isOfKind = findVersions(project, resource).includes(other);
      if (isOfKind && name === controllerName && other.version === resource.version && force === true) continue;
      const names = namesOf(other, project, name);
      if (!clash(wanted, names)) continue;
      refuse({
        code: "project/resource-exists",
        message:
          isOfKind && name === controllerName
            ? `${describeResource(other)} already has a controller ${JSON.stringify(name)}`
            : `the controller ${JSON.stringify(controllerName)} conflicts with the controller ${JSON.stringify(name)} of ${describeResource(other)}: their classes, files or names would be the same`,
        hint: "Choose another --controller-name.",
      });
      return;
    }
  }
}

type Named = ReturnType<typeof namesOf>;

/** Returns whether two controllers cannot exist side by side: in upper and lower case, file systems see no difference. */
function clash(one: Named, other: Named): boolean {
  if (one.controllerName === other.controllerName) return true;
  return one.controllerPath === other.controllerPath && one.reconciler.toLowerCase() === other.reconciler.toLowerCase();
}

/** Returns the controllers of a kind as PROJECT records them. A kind with one unnamed controller keeps `controller: true`. */
export function controllersAfter(
  existing: Resource | undefined,
  withController: boolean,
  controllerName: string | undefined,
): Pick<Resource, "controller" | "controllers"> {
  const present = existing === undefined ? [] : controllersOf(existing);
  if (withController && controllerName !== undefined) {
    return { controller: true, controllers: [...new Set([...present, controllerName])] };
  }
  const controller = withController || present.length > 0;
  return existing?.controllers === undefined ? { controller } : { controller, controllers: present };
}
