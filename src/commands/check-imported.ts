/** Checks whether tsop can add the imported kinds to a project. */
import { pluralize } from "../core/plural.js";
import type { ImportedKind } from "../import/import-crd.js";
import { findResource, type Project, projectFileName, qualifiedGroup, type Resource } from "../project/project.js";
import { describeResource } from "../project/edit.js";
import type { ImportedApi } from "../scaffold/imported-api.js";
import { namesOf } from "../scaffold/naming.js";
import { checkNewKind } from "./check-new-kind.js";
import { type Problem, refusals } from "./refusals.js";

/** @throws TsopError with all errors */
export function checkImported(kinds: readonly ImportedKind[], project: Project): ImportedApi[] {
  // A problem of a group affects each of its kinds, so report it only once.
  const { refuse, throwProblems } = refusals();
  const checked: ImportedApi[] = [];
  for (const kind of kinds) {
    const resource = resourceOf(kind, project);
    const twice = checked.some((other) => describeResource(other.resource) === describeResource(resource));
    if (twice) {
      const message = `the sources define ${describeResource(resource)} twice`;
      refuse({ code: "project/resource-exists", message, hint: "Name each CRD once." });
      continue;
    }
    const existing = findResource(project, resource);
    if (existing?.external === true) {
      const message = `${describeResource(resource)} is recorded as a kind of another project, with its types in ${existing.path ?? ""}`;
      refuse({ code: "project/resource-exists", message, hint: `Remove its entry from ${projectFileName} first.` });
      continue;
    }
    const before = { ...project, resources: [...project.resources, ...checked.map((other) => other.resource)] };
    const { plural, namespaced } = kind;
    // Other code checks in the files themselves whether it may overwrite them.
    checkNewKind(resource, undefined, { plural, namespaced }, before, (problem) =>
      refuse(problem && { ...problem, hint: hintFor(problem) }),
    );
    checked.push({ resource, types: kind.types });
  }
  throwProblems();
  return checked;
}

/** Returns the hint for a problem. It does not suggest other names: the user cannot change the names of an imported CRD. */
function hintFor({ code }: Problem): string {
  return code === "project/multigroup-disabled"
    ? "Run `tsop edit --multigroup`: each group then has its own folders, and the files of the existing kinds move there."
    : "Import it into another project, or remove the existing kind.";
}

/**
 * Returns the resource of a kind. The kind keeps its published group: the part before the first dot is the group, and
 * the rest is its domain.
 */
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
