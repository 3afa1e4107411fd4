/** Finds the API group that `--group` names. */
import { type Project, qualifiedGroup, type ResourceGroup } from "../project/project.js";

export interface FoundGroup {
  readonly group: string;
  readonly domain: string;
  /** Whether the group is a foreign group with imported kinds. */
  readonly isImported: boolean;
}

export function findGroup(group: string, project: Project): FoundGroup {
  const imported = findImportedGroup(group, project);
  return imported === undefined
    ? { group: toShortGroup(group, project.domain), domain: project.domain, isImported: false }
    : { group: imported.group, domain: imported.domain, isImported: true };
}

/** Returns the short form of a group. In the domain `abc.com`, `foo.abc.com` is `foo`, and `abc.com` has no group of its own. */
function toShortGroup(group: string, domain: string): string {
  if (group === domain) return "";
  return group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
}

/** Finds an imported group by its full name, or by its first part if no group of the project has that name. */
function findImportedGroup(group: string, { domain, resources }: Project): ResourceGroup | undefined {
  const foreign = resources.filter(
    (resource) => !resource.core && resource.domain !== domain && resource.domain !== "",
  );
  const byFullName = foreign.find((resource) => qualifiedGroup(resource) === group);
  const isOwn = resources.some((resource) => resource.domain === domain && resource.group === group);
  return byFullName ?? (isOwn ? undefined : foreign.find((resource) => resource.group === group));
}
