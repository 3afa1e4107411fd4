/** Validates the options of `rename` against the project. */
import { checkDomain, checkGroup, checkKind, checkPlural } from "../core/names.js";
import { pluralize } from "../core/plural.js";
import { nearest } from "../core/suggest.js";
import { describeResource } from "../project/edit.js";
import { type Project, qualifiedGroup, type Resource } from "../project/project.js";
import type { RenameRequest } from "../scaffold/rename/plan-rename.js";
import { checkNewKind } from "./check-new-kind.js";
import type { RenameDomainOptions, RenameGroupOptions, RenameKindOptions } from "./declared/rename.js";
import { findGroup } from "./find-group.js";
import { type Refuse, refusals } from "./refusals.js";

/** The kinds to rename, and the new domain. */
export type RenamedKinds = Omit<RenameRequest, "hasMigration">;

/** @throws TsopError with all errors */
export function checkRenameKind(options: RenameKindOptions, project: Project): RenamedKinds {
  const { refuse, throwProblems } = refusals();
  const { from, to, plural } = options;
  if (from === undefined) refuse({ message: "--from is missing", hint: "Add it, for example --from Bar." });
  if (to === undefined) refuse({ message: "--to is missing", hint: "Add it, for example --to Baz." });
  else refuse(withFlag(checkKind(to), "--kind", "--to"));
  if (plural !== undefined) refuse(checkPlural(plural));
  throwProblems();
  const [kind = "", name = ""] = [from, to];
  const resources = findKind(kind, options, project, refuse);
  throwProblems();
  const [first] = resources;
  if (kind === name) refuse({ message: `${kind} already has this name`, hint: "Choose another --to." });
  if (first?.plural !== undefined && plural === undefined) {
    refuse({
      message: `the plural of ${kind} is ${JSON.stringify(first.plural)}, which its name does not give, so tsop does not know the plural of ${name}`,
      hint: `Name it, for example --plural ${pluralize(name)}.`,
    });
  }
  throwProblems();
  const kinds = resources.map((resource) => ({ from: resource, to: renamedTo(resource, name, plural) }));
  checkOthers(kinds, project, refuse);
  throwProblems();
  return { kinds, domain: undefined };
}

function renamedTo(resource: Resource, kind: string, plural: string | undefined): Resource {
  const [old, now] = [resource.kind, kind].map((each) => each.toLowerCase());
  const { controllers } = resource;
  return {
    ...resource,
    kind,
    plural: plural === pluralize(kind) ? undefined : plural,
    ...(controllers && { controllers: controllers.map((each) => (each === old ? (now ?? each) : each)) }),
  };
}

/** Reports a kind that exists, in the same way as `create api`. */
function checkOthers(kinds: RenamedKinds["kinds"], project: Project, refuse: Refuse): void {
  const renamed = new Set(kinds.map(({ from }) => from));
  const others = { ...project, resources: project.resources.filter((each) => !renamed.has(each)) };
  for (const { to } of kinds) {
    const existing = others.resources.find(
      (other) => other.kind === to.kind && qualifiedGroup(other) === qualifiedGroup(to),
    );
    if (existing === undefined) {
      checkNewKind(to, undefined, {}, others, refuse);
      continue;
    }
    refuse({
      code: "project/resource-exists",
      message: `${describeResource(existing)} is already in the project`,
      hint: "Choose another --to.",
    });
  }
}

/** Returns all versions of a kind that the project defines. */
function findKind(kind: string, options: RenameKindOptions, project: Project, refuse: Refuse): readonly Resource[] {
  const { group, version } = options;
  const wanted = group === undefined ? undefined : qualifiedGroup(findGroup(group, project));
  const named = project.resources.filter(
    (each) => each.kind === kind && (wanted === undefined || qualifiedGroup(each) === wanted),
  );
  const groups = [...new Set(named.map(qualifiedGroup))];
  const versions = named.map((each) => each.version);
  const foreign = named.find((each) => !isOwn(each, project));
  if (named.length === 0) refuseUnknown(kind, wanted, project, refuse);
  else if (groups.length > 1) {
    refuse({
      message: `several API groups have a kind ${kind}: ${groups.join(", ")}`,
      hint: "Name one of them with --group.",
    });
  } else if (foreign !== undefined) {
    refuse({
      message: `${describeResource(foreign)} is not a kind of this project, so the project cannot rename it`,
      hint: "Choose a kind that the project defines.",
    });
  } else if (version !== undefined && !versions.includes(version)) {
    refuse({ message: `${kind} has no version ${version}; it has ${versions.join(", ")}`, hint: "Omit --version." });
  } else if (version !== undefined && versions.length > 1) {
    refuse({
      message: `${kind} has the versions ${versions.join(", ")}, and all versions of a kind have one name`,
      hint: "Omit --version.",
    });
  }
  return named;
}

function refuseUnknown(kind: string, group: string | undefined, project: Project, refuse: Refuse): void {
  const kinds = project.resources.filter((each) => isOwn(each, project)).map((each) => each.kind);
  const near = nearest(kind, kinds);
  const known = [...new Set(kinds)].join(", ");
  refuse({
    message: `the project has no kind ${kind}${group === undefined ? "" : ` in the API group ${group}`}`,
    hint:
      near === undefined
        ? known === ""
          ? "Create one with `tsop create api`."
          : `Its kinds: ${known}.`
        : `Did you mean --from ${near}?`,
  });
}

/** Returns whether the project defines the kind, and its CRD is not that of another project. */
function isOwn({ api, core, domain }: Resource, project: Project): boolean {
  return api !== undefined && !core && domain === project.domain;
}

/** @throws TsopError with all errors */
export function checkRenameGroup({ from, to }: RenameGroupOptions, project: Project): RenamedKinds {
  const { refuse, throwProblems } = refusals();
  if (from === undefined) refuse({ message: "--from is missing", hint: "Add it, for example --from foo." });
  if (to === undefined) refuse({ message: "--to is missing", hint: "Add it, for example --to baz." });
  throwProblems();
  const [old, now] = [from, to].map((each) => findGroup(each ?? "", project).group) as [string, string];
  refuse(withFlag(checkGroup(now, project.domain), "--group", "--to"));
  throwProblems();
  const own = project.resources.filter((each) => isOwn(each, project));
  const named = own.filter(({ group }) => group === old);
  if (old === now)
    refuse({ message: `the group already has the name ${JSON.stringify(now)}`, hint: "Choose another --to." });
  if (named.length === 0) {
    const groups = [...new Set(own.map(({ group }) => group))];
    const near = nearest(old, groups);
    refuse({
      message: `the project defines no kind in the API group ${JSON.stringify(old)}`,
      hint: near === undefined ? `Its groups: ${groups.join(", ") || "none"}.` : `Did you mean --from ${near}?`,
    });
  }
  const taken = project.resources.find((each) => each.group === now && !named.includes(each) && !each.core);
  if (taken !== undefined) {
    refuse({
      code: "project/resource-exists",
      message: `the project already has kinds in the API group ${qualifiedGroup(taken)}, such as ${taken.kind}`,
      hint: "Choose another --to.",
    });
  }
  throwProblems();
  return { kinds: named.map((each) => ({ from: each, to: { ...each, group: now } })), domain: undefined };
}

/** @throws TsopError with all errors */
export function checkRenameDomain({ from, to }: RenameDomainOptions, project: Project): RenamedKinds {
  const { refuse, throwProblems } = refusals();
  if (from !== undefined && from !== project.domain) {
    refuse({ message: `the domain of the project is ${project.domain}, not ${from}`, hint: "Omit --from." });
  }
  if (to === undefined) refuse({ message: "--to is missing", hint: "Add it, for example --to example.org." });
  else refuse(withFlag(checkDomain(to), "--domain", "--to"));
  if (to === project.domain) refuse({ message: `the domain already is ${to}`, hint: "Choose another --to." });
  throwProblems();
  const domain = to ?? "";
  const kinds = project.resources.filter((each) => isOwn(each, project));
  for (const { group } of kinds) refuse(checkGroup(group, domain));
  const foreign = project.resources.find((each) => each.domain === domain);
  if (foreign !== undefined) {
    refuse({
      code: "project/resource-exists",
      message: `the project has a kind of another project in this domain: ${describeResource(foreign)}`,
      hint: "Choose another --to.",
    });
  }
  throwProblems();
  return { kinds: kinds.map((each) => ({ from: each, to: { ...each, domain } })), domain };
}

function withFlag<P extends { readonly hint: string }>(
  problem: P | undefined,
  flag: string,
  wanted: string,
): P | undefined {
  return problem === undefined ? undefined : { ...problem, hint: problem.hint.replace(flag, wanted) };
}
