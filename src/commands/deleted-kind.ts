/** Finds the entries of PROJECT that a `delete` command names. */
import { nearest } from "../core/suggest.js";
import type { Snapshot } from "../machinery/snapshot.js";
import { describeResource } from "../project/edit.js";
import { findVersions, type Project, projectFileName, qualifiedGroup, type Resource } from "../project/project.js";
import { namesOf } from "../scaffold/naming.js";
import { findBuiltInGroup } from "./built-in-kinds.js";
import { findGroup } from "./find-group.js";
import type { Refuse } from "./refusals.js";

export interface DeletedKindFlags {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
}

/** Returns all versions of the named kind, or the named version; none after a refusal. */
export function findDeletedKind(
  flags: DeletedKindFlags,
  project: Project,
  files: Snapshot,
  refuse: Refuse,
): Resource[] {
  const { kind, version } = flags;
  if (kind === undefined) {
    refuse({ message: "--kind is missing", hint: `Add it${kindsHint(project)}` });
    return [];
  }
  const group = groupOf(flags, project);
  const versions = findVersions(project, { ...group, kind });
  if (versions.length === 0) {
    refuseUnknown({ ...group, kind, version }, project, files, refuse);
    return [];
  }
  if (version === undefined) return versions;
  const chosen = versions.filter((each) => each.version === version);
  if (chosen.length === 0) {
    const names = versions.map((each) => each.version);
    refuse({
      message: `${kind} has no version ${version} in the project; it has ${names.join(", ")}`,
      hint: `--version ${nearest(version, names) ?? names[0] ?? ""}`,
    });
  }
  return chosen;
}

interface NamedGroup {
  readonly group: string;
  readonly domain: string;
  readonly core: boolean;
}

function groupOf(flags: DeletedKindFlags, project: Project): NamedGroup {
  const { group, domain, isImported } = findGroup(flags.group ?? "", project);
  const builtIn = isImported ? undefined : findBuiltInGroup(group, project);
  return { group: builtIn?.group ?? group, domain: builtIn?.domain ?? domain, core: builtIn !== undefined };
}

function refuseUnknown(
  named: NamedGroup & { readonly kind: string; readonly version: string | undefined },
  project: Project,
  files: Snapshot,
  refuse: Refuse,
): void {
  const { kind } = named;
  const group = qualifiedGroup(named);
  const message = `${group === "" ? kind : `${group} ${kind}`} is not in ${projectFileName}`;
  const elsewhere = project.resources.find((each) => each.kind === kind);
  if (elsewhere !== undefined) {
    const short = elsewhere.group === "" ? qualifiedGroup(elsewhere) : elsewhere.group;
    refuse({ message, hint: `The project has ${describeResource(elsewhere)}: --group ${short}` });
    return;
  }
  const leftOver = filesOf(named, project).filter((file) => files.exists(file));
  if (leftOver.length > 0) {
    const hint = `${projectFileName} does not list the kind, but its files exist. Restore the entry in ${projectFileName}, or delete the files yourself: ${leftOver.join(", ")}`;
    refuse({ message, hint });
    return;
  }
  const near = nearest(
    kind,
    project.resources.map((each) => each.kind),
  );
  refuse({ message, hint: near === undefined ? `Name a kind of the project${kindsHint(project)}` : `--kind ${near}` });
}

/** Returns the first files that `create` creates for a kind. */
function filesOf(
  named: NamedGroup & { readonly kind: string; readonly version: string | undefined },
  project: Project,
): string[] {
  const names = namesOf({ ...named, version: named.version ?? "v1" }, project);
  return [
    ...(named.core || named.version === undefined ? [] : [names.typesFile]),
    `${names.controllerPath}/${names.controllerFile}.ts`,
    ...(named.version === undefined ? [] : [names.webhookFile]),
  ];
}

function kindsHint({ resources }: Project): string {
  const kinds = [...new Set(resources.map(({ kind }) => kind))];
  return kinds.length === 0 ? ". The project has no kinds." : `: ${kinds.join(", ")}.`;
}
