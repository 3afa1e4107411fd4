/** Whether a project can take the kinds that are to be imported. */
import { pluralize } from "../core/plural.js";
import type { ImportedKind } from "../import/import-crd.js";
import { findResource, type Project, qualifiedGroup, type Resource } from "../project/project.js";
import { describeResource } from "../project/edit.js";
import type { ImportedApi } from "../scaffold/imported-api.js";
import { namesOf } from "../scaffold/naming.js";
import { checkNewKind } from "./check-new-kind.js";
import { type Problem, refusals } from "./refusals.js";

/** @throws TsopError with everything that is wrong */
export function checkImported(kinds: readonly ImportedKind[], project: Project): ImportedApi[] {
  // What is wrong with a group is wrong with each of its kinds, and told once.
  const { refuse, throwProblems } = refusals();
  const checked: ImportedApi[] = [];
  for (const kind of kinds) {
    const resource = resourceOf(kind, project);
    const twice = checked.some((other) => describeResource(other.resource) === describeResource(resource));
    if (twice) {
      const message = `${describeResource(resource)} is there twice`;
      refuse({ code: "project/resource-exists", message, hint: "Name each CRD once." });
      continue;
    }
    const before = { ...project, resources: [...project.resources, ...checked.map((other) => other.resource)] };
    const { plural, namespaced } = kind;
    // Whether its files may be overwritten is asked of the files themselves.
    checkNewKind(resource, undefined, { plural, namespaced }, before, (problem) =>
      refuse(problem && { ...problem, hint: hintFor(problem) }),
    );
    checked.push({ resource, types: kind.types });
  }
  throwProblems();
  return checked;
}

/** The names of a CRD are not for its importer to choose. */
function hintFor({ code }: Problem): string {
  return code === "project/multigroup-disabled"
    ? "Run `tsop edit --multigroup`: new kinds then get a folder for their group, and the present ones stay where they are."
    : "Import it into another project, or remove the kind that is there.";
}

/** A kind keeps the group that it was published with: the part before the first dot, and the rest as its domain. */
function resourceOf({ group, version, kind, plural, namespaced }: ImportedKind, project: Project): Resource {
  const named = { ...splitGroup(group, project), version, kind, core: false };
  const base = { ...named, plural: plural === pluralize(kind) ? undefined : plural };
  const existing = findResource(project, named);
  const { typesPath } = namesOf({ ...base, path: existing?.path }, project);
  return {
    ...base,
    path: typesPath,
    api: { crdVersion: "v1", namespaced },
    controller: existing?.controller ?? false,
    webhooks: existing?.webhooks,
  };
}

function splitGroup(group: string, { domain, resources }: Project): Pick<Resource, "group" | "domain"> {
  const known = resources.find((resource) => !resource.core && qualifiedGroup(resource) === group);
  if (known !== undefined) return { group: known.group, domain: known.domain };
  if (group === domain) return { group: "", domain };
  if (group.endsWith(`.${domain}`)) return { group: group.slice(0, -domain.length - 1), domain };
  const dot = group.indexOf(".");
  return { group: group.slice(0, dot), domain: group.slice(dot + 1) };
}
