/** The kind that `--group`, `--version`, and `--kind` name, for the commands that create files for a kind. */
import { checkGroup, checkKind, checkVersion } from "../core/names.js";
import type { Project, Resource } from "../project/project.js";
import { type BuiltInGroup, findBuiltInGroup } from "./built-in-kinds.js";
import { checkExternalGroup, type ExternalApi, externalGroup } from "./check-external.js";
import { findGroup } from "./find-group.js";
import type { Refuse } from "./refusals.js";
import type { CreateApiOptions } from "./declared/scaffold.js";

export type KindFlags = Pick<CreateApiOptions, "group" | "version" | "kind">;

/** The name of a kind, in the format of PROJECT. */
export type NamedKind = Pick<Resource, "group" | "domain" | "version" | "kind" | "core">;

interface KindPlace {
  /** Whether the group may be a built-in group of Kubernetes. */
  readonly mayBeBuiltIn: boolean;
  /** Set for a kind of another project. */
  readonly external?: ExternalApi | undefined;
}

/** Checks the flags that name a kind. Use the result only after the refusals have been thrown. */
export function checkKindFlags(
  flags: KindFlags,
  project: Project,
  { mayBeBuiltIn, external }: KindPlace,
  refuse: Refuse,
): { readonly named: NamedKind; readonly builtIn: BuiltInGroup | undefined } {
  const { version, kind } = flags;
  const given = flags.group ?? "";
  const { group, domain, isImported } =
    external === undefined ? findGroup(given, project) : externalGroup(given, external.domain);
  const builtIn = mayBeBuiltIn && external === undefined && !isImported ? findBuiltInGroup(group, project) : undefined;
  if (version === undefined) refuse({ message: "--version is missing", hint: "Add it, for example --version v1." });
  else refuse(checkVersion(version));
  if (kind === undefined) refuse({ message: "--kind is missing", hint: "Add it, for example --kind Bar." });
  else refuse(checkKind(kind));
  if (external !== undefined) refuse(checkExternalGroup(group, domain));
  else if (builtIn === undefined) refuse(checkGroup(group, domain));
  const { group: fullGroup, domain: fullDomain } = builtIn ?? { group, domain };
  const core = builtIn !== undefined;
  return { named: { group: fullGroup, domain: fullDomain, version: version ?? "", kind: kind ?? "", core }, builtIn };
}
