import type { Resource } from "../../src/project/project.js";
import { planRename, type RenamePlan } from "../../src/scaffold/rename/plan-rename.js";
import { inputOf, projectIn, withPlan } from "./planned-project.js";
import type { Files } from "./scaffolds.js";

/** Plans a rename of the resources that `change` changes. */
export function renamePlan(files: Files, change: (from: Resource) => Partial<Resource>, domain?: string): RenamePlan {
  const project = projectIn(files);
  const kinds = project.resources
    .map((from) => ({ from, to: { ...from, ...change(from) } }))
    .filter(({ from, to }) => from.kind !== to.kind || from.group !== to.group || from.domain !== to.domain);
  return planRename(inputOf(files), project, { kinds, domain, hasMigration: false });
}

export function renamed(files: Files, change: (from: Resource) => Partial<Resource>, domain?: string): Files {
  return withPlan(files, renamePlan(files, change, domain).plan);
}

/** Returns a change of one kind's name. */
export function kindTo(from: string, to: string): (resource: Resource) => Partial<Resource> {
  return ({ kind, controllers }) =>
    kind !== from
      ? {}
      : {
          kind: to,
          ...(controllers && {
            controllers: controllers.map((name) => (name === from.toLowerCase() ? to.toLowerCase() : name)),
          }),
        };
}
