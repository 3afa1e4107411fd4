/** The commands that rename what `create` created. */
import { declare } from "./declare.js";
import { type Input, negation, type OptionsOf, text } from "./flags.js";
import { preview } from "./shared.js";

const migration = negation("do not write the migration of the objects in clusters");

const renameKindInput = {
  flags: {
    from: text("<kind>", "kind of the project, such as Bar"),
    to: text("<kind>", "its new name, such as Baz"),
    group: text("<group>", "API group, without the domain (default: the only group with the kind)"),
    version: text("<version>", "the only version of the kind; all versions of a kind have one name"),
    plural: text("<plural>", "new plural in lower case (default: derived from the new name)"),
    migration,
    ...preview,
  },
} as const satisfies Input;

export type RenameKindOptions = OptionsOf<typeof renameKindInput>;

export const renameKind = declare({
  path: "rename kind",
  summary: "rename a kind of the project",
  description:
    "Renames a kind in all its versions: types, controller, webhooks, tests, files, main.ts, PROJECT, samples and roles.\n" +
    "Regenerates the manifests. Calls no cluster.",
  input: renameKindInput,
  more: `
Examples:
  tsop rename kind --from Bar --to Baz
  tsop rename kind --group foo --from Bar --to Baz --diff

tsop follows names through the compiler, and lists the texts that still say the old name.
For the API server, the new kind is another kind. tsop therefore writes a migration into the
operator, which moves the objects of the old kind: see \`tsop manual migrate-a-kind\`.`,
  load: async () => (await import("../rename.js")).renameKind,
});

const renameGroupInput = {
  flags: {
    from: text("<group>", "API group of the project, without the domain, such as foo"),
    to: text("<group>", "its new name, without the domain, such as baz"),
    migration,
    ...preview,
  },
} as const satisfies Input;

export type RenameGroupOptions = OptionsOf<typeof renameGroupInput>;

export const renameGroup = declare({
  path: "rename group",
  summary: "rename an API group of the project",
  description:
    "Renames the API group of all its kinds, and in a multi-group project their folders. Regenerates the manifests.\n" +
    "Calls no cluster.",
  input: renameGroupInput,
  more: `
Examples:
  tsop rename group --from foo --to baz
  tsop rename group --from foo --to baz --dry-run`,
  load: async () => (await import("../rename.js")).renameGroup,
});

const renameDomainInput = {
  flags: {
    from: text("<domain>", "domain of the project (default: the domain in PROJECT)"),
    to: text("<domain>", "its new domain, such as example.org"),
    migration,
    ...preview,
  },
} as const satisfies Input;

export type RenameDomainOptions = OptionsOf<typeof renameDomainInput>;

export const renameDomain = declare({
  path: "rename domain",
  summary: "rename the domain of the project",
  description:
    "Renames the suffix of all API groups of the project. Regenerates the manifests. Keeps leaderElectionId in main.ts, so\n" +
    "that the old and the new operator never lead at the same time. Calls no cluster.",
  input: renameDomainInput,
  more: `
Examples:
  tsop rename domain --to example.org
  tsop rename domain --from abc.com --to example.org --diff`,
  load: async () => (await import("../rename.js")).renameDomain,
});
