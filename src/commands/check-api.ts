/** What `create api` was asked for, checked against the project. */
import type { Diagnostic } from "../core/diagnostic.js";
import type { ErrorCode } from "../core/error-codes.js";
import { TsopError } from "../core/errors.js";
import { checkGroup, checkKind, checkPlural, checkShortName, checkVersion, type NameProblem } from "../core/names.js";
import { pluralize } from "../core/plural.js";
import { nearest } from "../core/suggest.js";
import { describeResource } from "../project/edit.js";
import { findResource, findVersions, type Project, qualifiedGroup, type Resource } from "../project/project.js";
import type { ApiRequest } from "../scaffold/api.js";
import { builtInGroups } from "../scaffold/built-in-groups.js";
import { namesOf } from "../scaffold/naming.js";

export interface ApiOptions {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly plural?: string;
  readonly shortName?: string;
  readonly namespaced?: boolean;
  readonly resource?: boolean;
  readonly controller?: boolean;
  readonly force?: boolean;
}

/** @throws TsopError with everything that is wrong */
export function checkApi(options: ApiOptions, project: Project): ApiRequest {
  const problems: Diagnostic[] = [];
  const refuse = (problem: NameProblem | undefined, code: ErrorCode = "usage/invalid-argument"): void => {
    if (problem !== undefined) problems.push({ code, severity: "error", ...problem });
  };
  const { version = "", kind = "", shortName } = options;
  const withResource = options.resource ?? true;
  const builtIn = withResource ? undefined : builtInGroup(options.group ?? "", project);
  if (options.version === undefined)
    refuse({ message: "--version is missing", hint: "Add it, for instance --version v1." });
  else refuse(checkVersion(version));
  if (options.kind === undefined) refuse({ message: "--kind is missing", hint: "Add it, for instance --kind Bar." });
  else refuse(checkKind(kind));
  if (builtIn === undefined) refuse(checkGroup(options.group ?? "", project.domain));
  if (options.plural !== undefined) refuse(checkPlural(options.plural));
  if (shortName !== undefined) refuse(checkShortName(shortName));
  if (!withResource) refuseWithoutResource(options, refuse);
  if (!withResource && options.controller === false) {
    refuse({ message: "--resource=false and --controller=false leave nothing to do", hint: "Leave out one of them." });
  }
  throwProblems(problems);
  const resource = resourceOf(options, project, builtIn);
  const existing = findResource(project, resource);
  const hasController = findVersions(project, resource).some(({ controller }) => controller);
  if (withResource) checkNewKind(resource, existing, options, project, refuse);
  else checkKnownKind(resource, existing, builtIn, project, refuse);
  if (hasController && options.controller === true && options.force !== true) {
    refuse(
      { message: `${kind} has a controller already`, hint: "Pass --controller=false, or edit the one that is there." },
      "project/resource-exists",
    );
  }
  throwProblems(problems);
  // A second version shares the controller of the first, unless it is the very one that is made anew.
  const withController = options.controller ?? (!hasController || existing?.controller === true);
  return {
    resource: {
      ...(withResource ? resource : (existing ?? resource)),
      controller: withController || existing?.controller === true,
    },
    withResource,
    withController,
    shortName,
  };
}

function resourceOf(options: ApiOptions, project: Project, builtIn: BuiltIn | undefined): Resource {
  const { group = "", version = "", kind = "", plural, namespaced = true } = options;
  const regular = pluralize(kind.toLowerCase());
  const base = {
    group: builtIn?.group ?? group,
    domain: builtIn === undefined ? project.domain : builtIn.domain,
    version,
    kind,
    plural: plural === undefined || plural === regular ? undefined : plural,
    controller: false,
    core: builtIn !== undefined,
  };
  const { typesPath } = namesOf({ ...base, multigroup: project.multigroup });
  return { ...base, path: typesPath, api: builtIn === undefined ? { crdVersion: "v1", namespaced } : undefined };
}

type Refuse = (problem: NameProblem, code?: ErrorCode) => void;

function checkNewKind(
  resource: Resource,
  existing: Resource | undefined,
  { force }: ApiOptions,
  project: Project,
  refuse: Refuse,
): void {
  if (existing !== undefined && force !== true) {
    refuse(
      {
        message: `${describeResource(resource)} is in the project already`,
        hint: `Edit ${resource.path ?? "its types"}, choose another --kind or --version, or repeat the command with --force to make its files anew.`,
      },
      "project/resource-exists",
    );
  }
  const own = project.resources.filter(({ core }) => !core);
  const otherGroup = own.find((other) => qualifiedGroup(other) !== qualifiedGroup(resource));
  if (otherGroup !== undefined && !project.multigroup) {
    refuse(
      {
        message: `the project has the API group ${qualifiedGroup(otherGroup)}; a second one (${qualifiedGroup(resource)}) needs a multi-group project`,
        hint: `Put "multigroup: true" into PROJECT (new kinds then get a folder for their group; the present ones stay where they are), or use --group ${otherGroup.group}.`,
      },
      "project/multigroup-disabled",
    );
  }
  const { plural } = namesOf({ ...resource, multigroup: project.multigroup });
  const samePlural = own.find(
    (other) =>
      other.kind !== resource.kind &&
      qualifiedGroup(other) === qualifiedGroup(resource) &&
      namesOf({ ...other, multigroup: project.multigroup }).plural === plural,
  );
  if (samePlural !== undefined) {
    refuse(
      {
        message: `${samePlural.kind} and ${resource.kind} would both have the plural ${JSON.stringify(plural)}`,
        hint: `Choose another one, for instance --plural ${resource.kind.toLowerCase()}-${plural}.`,
      },
      "project/plural-taken",
    );
  }
  const otherSpelling = own.find(
    (other) =>
      other.kind !== resource.kind &&
      other.kind.toLowerCase() === resource.kind.toLowerCase() &&
      qualifiedGroup(other) === qualifiedGroup(resource) &&
      other.version === resource.version,
  );
  if (otherSpelling !== undefined && samePlural === undefined) {
    refuse(
      {
        message: `${otherSpelling.kind} and ${resource.kind} differ only in their capitals, and their files would be the same`,
        hint: "Choose another --kind.",
      },
      "project/resource-exists",
    );
  }
}

function checkKnownKind(
  resource: Resource,
  existing: Resource | undefined,
  builtIn: BuiltIn | undefined,
  project: Project,
  refuse: Refuse,
): void {
  if (existing !== undefined) return;
  if (builtIn !== undefined) {
    if (builtIn.versions.includes(resource.version)) return;
    refuse({
      message: `tsop has no types of ${builtIn.name} ${resource.version}; it has ${builtIn.versions.join(", ")}`,
      hint: `--version ${builtIn.versions.at(-1) ?? "v1"}`,
    });
    return;
  }
  const near = nearest(
    resource.kind,
    project.resources.map(({ kind }) => kind),
  );
  refuse({
    message: `${describeResource(resource)} is neither in the project nor a kind of Kubernetes' own`,
    hint:
      near === undefined
        ? "Leave out --resource=false to make it."
        : `Did you mean --kind ${near}? To make a new kind, leave out --resource=false.`,
  });
}

/** Flags that only types can follow. */
function refuseWithoutResource({ plural, shortName, namespaced }: ApiOptions, refuse: Refuse): void {
  const given = Object.entries({ plural, "short-name": shortName, namespaced }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length === 0) return;
  const flags = given.map(([name]) => `--${name}`).join(", ");
  refuse({ message: `${flags} and --resource=false contradict each other`, hint: "Leave out one or the other." });
}

interface BuiltIn {
  readonly name: string;
  readonly group: string;
  readonly domain: string;
  readonly versions: readonly string[];
}

/** A group of Kubernetes' own, by its short or its full name. The project's own groups come first. */
function builtInGroup(group: string, project: Project): BuiltIn | undefined {
  if (project.resources.some((resource) => !resource.core && resource.group === group)) return undefined;
  const found = builtInGroups.find(({ name, full }) => group === name || group === full);
  if (found === undefined) return undefined;
  const [short = "", ...domain] = found.full.split(".");
  return { name: found.name, group: short, domain: domain.join("."), versions: found.versions };
}

function throwProblems(problems: readonly Diagnostic[]): void {
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
}
