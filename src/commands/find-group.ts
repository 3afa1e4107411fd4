/** Which API group somebody means by `--group`. */
import { type Project, qualifiedGroup, type ResourceGroup } from "../project/project.js";

export interface FoundGroup {
  readonly group: string;
  readonly domain: string;
  /** Whether it belongs to others, and kinds of it were imported. */
  readonly isImported: boolean;
}

export function findGroup(group: string, project: Project): FoundGroup {
  const imported = findImportedGroup(group, project);
  return imported === undefined
    ? { group: toShortGroup(group, project.domain), domain: project.domain, isImported: false }
    : { group: imported.group, domain: imported.domain, isImported: true };
}

/** A full group is understood, too: in the domain `abc.com`, `foo.abc.com` is `foo`, and `abc.com` no group of its own. */
function toShortGroup(group: string, domain: string): string {
  if (group === domain) return "";
  return group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
}

/** A group that others own and that was imported, by its full name, or by its first part where it is no other's. */
function findImportedGroup(group: string, { domain, resources }: Project): ResourceGroup | undefined {
  const foreign = resources.filter(
    (resource) => !resource.core && resource.domain !== domain && resource.domain !== "",
  );
  const byFullName = foreign.find((resource) => qualifiedGroup(resource) === group);
  const isOwn = resources.some((resource) => resource.domain === domain && resource.group === group);
  return byFullName ?? (isOwn ? undefined : foreign.find((resource) => resource.group === group));
}
