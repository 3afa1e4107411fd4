/** Validates `--external-api-path` and the flags that belong to it: a kind that another project defines. */
import { defined } from "../core/defined.js";
import { checkDomain, checkGroup, type NameProblem } from "../core/names.js";
import {
  checkExternalPath,
  externalPath,
  isExternalFile,
  packageOf,
  parseExternalModule,
} from "../project/external.js";
import { describeResource } from "../project/edit.js";
import { type Project, projectFileName, qualifiedGroup, type Resource } from "../project/project.js";
import type { NamedResource } from "../scaffold/naming.js";
import { checkBuiltInKind, findBuiltInGroup } from "./built-in-kinds.js";
import type { CreateApiOptions } from "./declared/scaffold.js";
import type { FoundGroup } from "./find-group.js";
import type { Refuse } from "./refusals.js";

/** The location of a kind of another project, as PROJECT will record it. */
export interface ExternalApi {
  readonly path: string;
  /** Undefined: the group of the command line contains it. */
  readonly domain: string | undefined;
  readonly module: string | undefined;
}

export type ExternalFlags = Pick<CreateApiOptions, "externalApiPath" | "externalApiDomain" | "externalApiModule">;

/** Returns undefined without the flags. Use the result only after the refusals have been thrown. */
export function checkExternalFlags(
  { externalApiPath: path, externalApiDomain: domain, externalApiModule: module }: ExternalFlags,
  refuse: Refuse,
): ExternalApi | undefined {
  if (path === undefined) {
    const others = { "--external-api-domain": domain, "--external-api-module": module };
    for (const [flag, value] of Object.entries(others)) {
      if (value === undefined) continue;
      const hint = `Add --external-api-path with the module or the file that exports the kind, or omit ${flag}.`;
      refuse({ message: `${flag} requires --external-api-path`, hint });
    }
    return undefined;
  }
  refuse(withFlag("--external-api-path", checkExternalPath(path)));
  if (domain !== undefined) refuse(withFlag("--external-api-domain", checkDomain(domain)));
  if (module !== undefined) refuse(withFlag("--external-api-module", checkModule(module, path)));
  return { path: externalPath(path), domain, module };
}

function withFlag(flag: string, problem: NameProblem | undefined): NameProblem | undefined {
  return problem && { message: `${flag}: ${problem.message}`, hint: problem.hint.replace("--domain", flag) };
}

function checkModule(module: string, path: string): NameProblem | undefined {
  const parsed = parseExternalModule(module);
  const hint = "Write it as for npm install: @acme/kinds@1.2.0";
  if (parsed === undefined) return { message: `${JSON.stringify(module)} is not a package with its version`, hint };
  if (isExternalFile(path)) {
    return { message: `${path} is a file of the project, which no package provides`, hint: "Omit one of the two." };
  }
  if (parsed.name === packageOf(path)) return undefined;
  const message = `${parsed.name} does not provide ${path}, a module of the package ${packageOf(path)}`;
  return { message, hint: `--external-api-module ${[packageOf(path), parsed.spec].filter(Boolean).join("@")}` };
}

/** Returns the parts of a group. Without a domain, the part before the first dot is the group, as for imported kinds. */
export function externalGroup(group: string, domain: string | undefined): FoundGroup {
  if (domain === undefined) {
    const [first = "", ...rest] = group.split(".");
    return { group: first, domain: rest.join("."), isImported: false };
  }
  const short = group === domain ? "" : group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
  return { group: short, domain, isImported: false };
}

export function checkExternalGroup(group: string, domain: string): NameProblem | undefined {
  const problem = checkGroup(group, domain);
  if (problem === undefined || domain !== "") return problem;
  return { ...problem, hint: "Add --external-api-domain, for example --external-api-domain cert-manager.io." };
}

export function externalResource(named: Omit<NamedResource, "path">, { path, module }: ExternalApi): Resource {
  return {
    ...named,
    ...{ plural: undefined, path, api: undefined, controller: false, webhooks: undefined },
    external: true,
    module,
  };
}

/** Returns the entries of PROJECT that the flags set. */
export function locationOf({ path, module }: ExternalApi): Pick<Resource, "path" | "module"> {
  return { path, ...defined({ module }) };
}

/** Checks that the project does not define the kind, and does not record it with other types. */
export function checkExternalKind(
  resource: Resource,
  existing: Resource | undefined,
  project: Project,
  force: boolean | undefined,
  refuse: Refuse,
): void {
  const name = describeResource(resource);
  const builtIn = findBuiltInGroup(qualifiedGroup(resource), project);
  const isBuiltIn = builtIn !== undefined && checkBuiltInKind(builtIn, resource) === undefined;
  if (existing?.core === true || isBuiltIn) {
    refuse({ message: `${name} is a built-in kind, whose types tsop contains`, hint: "Omit --external-api-path." });
  } else if (existing !== undefined && existing.external !== true) {
    const message = `${name} is a kind of this project, with its types in ${existing.path ?? "api"}`;
    refuse({ code: "project/resource-exists", message, hint: "Omit the --external-api flags." });
  } else if (existing?.path !== undefined && existing.path !== resource.path && force !== true) {
    const message = `${projectFileName} records the types of ${name} in ${existing.path}, not in ${resource.path ?? ""}`;
    const hint =
      "Omit --external-api-path. With --force, tsop replaces the path, and overwrites the files of this command.";
    refuse({ code: "project/resource-exists", message, hint });
  }
}
