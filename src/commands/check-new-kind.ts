/** Checks whether tsop can add a kind to a project. */
import { describeResource } from "../project/edit.js";
import { findVersions, hasOwnTypes, type Project, qualifiedGroup, type Resource } from "../project/project.js";
import { namesOf } from "../scaffold/naming.js";
import type { CreateApiOptions } from "./declared/scaffold.js";
import { checkSide } from "./check-side.js";
import type { Refuse } from "./refusals.js";

export function checkNewKind(
  resource: Resource,
  existing: Resource | undefined,
  options: CreateApiOptions,
  project: Project,
  refuse: Refuse,
): void {
  if (existing !== undefined && options.force !== true) {
    refuse({
      code: "project/resource-exists",
      message: `${describeResource(resource)} is already in the project`,
      hint: `Edit ${resource.path ?? "its types"}, choose another --kind or --version, or repeat the command with --force to overwrite its files.`,
    });
  }
  const own = project.resources.filter(hasOwnTypes);
  const otherGroup = own.find((other) => qualifiedGroup(other) !== qualifiedGroup(resource));
  if (otherGroup !== undefined && !project.multigroup) {
    refuse({
      code: "project/multigroup-disabled",
      message: `the project has the API group ${qualifiedGroup(otherGroup)}; a second group (${qualifiedGroup(resource)}) needs a multi-group project`,
      hint: `Run \`tsop edit --multigroup\` (each group then has its own folders, and the files of the existing kinds move there), or use --group ${otherGroup.group}.`,
    });
  }
  checkSide(resource, project, refuse);
  checkOlderVersions(resource, options, project, refuse);
  checkNames(resource, own, project, refuse);
}

/** Checks the scope, the plural and the storage, which belong to the kind: all its versions share one definition. */
function checkOlderVersions(
  resource: Resource,
  { plural, namespaced }: Pick<CreateApiOptions, "plural" | "namespaced">,
  project: Project,
  refuse: Refuse,
): void {
  const older = findVersions(project, resource).find(({ version }) => version !== resource.version);
  if (older?.api === undefined) return;
  if (namespaced !== undefined && namespaced !== older.api.namespaced) {
    const scope = older.api.namespaced ? "namespaced" : "cluster-scoped";
    refuse({
      message: `${resource.kind} is ${scope} in ${older.version}, and all versions of a kind have one scope`,
      hint: `--namespaced=${older.api.namespaced}`,
    });
  }
  const [storage, olderStorage] = [resource.extension?.storage, older.extension?.storage];
  if (storage !== undefined && olderStorage !== undefined && storage !== olderStorage) {
    refuse({
      message: `${resource.kind} has the storage ${olderStorage} in ${older.version}, and all versions of a kind have one storage`,
      hint: `--storage ${olderStorage}`,
    });
  }
  const { plural: olderPlural } = namesOf(older, project);
  if (plural !== undefined && plural !== olderPlural) {
    refuse({
      message: `the plural of ${resource.kind} is ${JSON.stringify(olderPlural)} in ${older.version}, and all versions of a kind have one plural`,
      hint: `--plural ${olderPlural}`,
    });
  }
}

function checkNames(resource: Resource, own: readonly Resource[], project: Project, refuse: Refuse): void {
  const { plural } = namesOf(resource, project);
  const samePlural = own.find(
    (other) =>
      other.kind !== resource.kind &&
      qualifiedGroup(other) === qualifiedGroup(resource) &&
      namesOf(other, project).plural === plural,
  );
  if (samePlural !== undefined) {
    refuse({
      code: "project/plural-taken",
      message: `${samePlural.kind} and ${resource.kind} would both have the plural ${JSON.stringify(plural)}`,
      hint: `Choose another plural, for example --plural ${resource.kind.toLowerCase()}-${plural}.`,
    });
  }
  const otherSpelling = own.find(
    (other) =>
      other.kind !== resource.kind &&
      other.kind.toLowerCase() === resource.kind.toLowerCase() &&
      qualifiedGroup(other) === qualifiedGroup(resource) &&
      other.version === resource.version,
  );
  if (otherSpelling !== undefined && samePlural === undefined) {
    refuse({
      code: "project/resource-exists",
      message: `${otherSpelling.kind} and ${resource.kind} differ only in upper and lower case, so their files would have the same names`,
      hint: "Choose another --kind.",
    });
  }
}
