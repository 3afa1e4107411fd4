/** Plans the new names of kinds, of a group, or of the domain. */
import path from "node:path";
import { withRenamedResources } from "../../project/extension.js";
import { migratedCrdFolder } from "../../project/migrated-crds.js";
import { type Project, projectFileName, type Resource } from "../../project/project.js";
import type { LeftPlace } from "../../refactor/follow-moves.js";
import type { IdentityChange } from "../../refactor/rename/identities.js";
import { renameCode } from "../../refactor/rename/rename-code.js";
import { keepCompiler } from "../../source/compiler.js";
import { viewOf } from "../api.js";
import { apiServiceName } from "../extension/extension-names.js";
import { roles } from "../move/layout.js";
import { placeMoves } from "../move/move-files.js";
import { listFiles, readOwnText } from "../move/project-files.js";
import { namesOf } from "../naming.js";
import { Placement, type PlanInput, type ScaffoldPlan } from "../placement.js";
import { renamedConfig, schemaOf } from "./config.js";
import { fixedTextsOf } from "./fixed-texts.js";
import { findNames } from "./left-names.js";
import { migrationsFolder, placeMigrations, refuseWayBack } from "./migration.js";
import { renameMoves } from "./moves.js";
import { kindFiles, newNames, type RenamedKind, renamedKind } from "./renamed-kind.js";
import { tagChanges } from "./tags.js";

export interface RenameRequest {
  /** All versions of each kind, with their new names. */
  readonly kinds: readonly { readonly from: Resource; readonly to: Resource }[];
  /** The new domain of the project, if it changes. */
  readonly domain: string | undefined;
  /** Whether the operator moves the objects in clusters to the new kinds. */
  readonly hasMigration: boolean;
}

export interface RenamePlan {
  readonly plan: ScaffoldPlan;
  /** The places that still say a previous name or path. */
  readonly left: readonly LeftPlace[];
}

/** Plans everything except the manifests that tsop generates from the sources; deletes those of the previous names. */
export function planRename(input: PlanInput, project: Project, request: RenameRequest): RenamePlan {
  const placement = new Placement(input);
  const { tree } = placement;
  const kinds = request.kinds.map(({ from, to }) => renamedKind(from, to, project));
  const identities = kinds
    .map(identityOf)
    .filter(({ from, to }) => from.kind !== to.kind || from.apiVersion !== to.apiVersion);
  refuseWayBack(placement, kinds);
  if (placement.problems.length > 0) return { plan: placement.plan(), left: [] };
  const moves = renameMoves(tree, project, kinds);
  const texts = new Map(kinds.flatMap(unmistakable));
  for (const [from, to] of moves) if (from.startsWith("config/samples/")) texts.set(from, to);
  const { diagnostics } = placeCode(placement, project, { kinds, identities, texts });
  placement.keepers.add(keepChecker);
  placement.problems.push(...diagnostics);
  if (diagnostics.length > 0) return { plan: placement.plan(), left: [] };
  placeConfig(placement, project, { kinds, identities, texts, moves });
  const left = placeMoves(placement, moves);
  for (const file of generatedFiles(kinds)) if (tree.exists(file)) tree.delete(file);
  const projectText = tree.read(projectFileName) ?? "";
  placement.change(projectFileName, withRenamedResources(projectText, kinds, request.domain));
  if (request.hasMigration && placement.problems.length === 0) {
    placeMigrations(placement, project, kinds, input.files);
  }
  if (placement.problems.length > 0) return { plan: placement.plan(), left: [] };
  return { plan: placement.plan(), left: [...left, ...findNames(tree, project, kinds)] };
}

function keepChecker(): void {
  keepCompiler("checker");
}

function identityOf({ from, to, before, after }: RenamedKind): IdentityChange {
  return {
    from: { apiVersion: before.apiVersion, kind: from.kind },
    to: { apiVersion: after.apiVersion, kind: to.kind },
  };
}

/** Returns the texts that can only name this kind or its group. */
function unmistakable({ from, to, before, after }: RenamedKind): (readonly [string, string])[] {
  const crd = (file: string): string => `config/crd/${file}`;
  const pairs = [
    [`${before.plural}.${before.group}`, `${after.plural}.${after.group}`],
    [before.apiVersion, after.apiVersion],
    [crd(before.crdFile), crd(after.crdFile)],
    [before.crdFile, after.crdFile],
    [before.sampleFile, after.sampleFile],
    [apiServiceName(from), apiServiceName(to)],
  ] as const;
  return pairs.filter(([from, to]) => from !== to);
}

type Changes = Pick<Parameters<typeof renamedConfig>[2], "kinds" | "identities" | "texts">;

/** Changes the code of the project, and returns the errors in it. */
function placeCode(
  placement: Placement,
  project: Project,
  { kinds, identities, texts }: Changes,
): Pick<ReturnType<typeof renameCode>, "diagnostics"> {
  const { tree } = placement;
  const names = new Map(
    kinds.flatMap((kind) => kindFiles(kind, project).map(([file]) => [file, newNames(kind, project)] as const)),
  );
  const fixed = new Map(
    kinds.flatMap((kind) => {
      const changes = fixedTextsOf(placement, project, kind);
      return kindFiles(kind, project).map(([file]) => [file, changes] as const);
    }),
  );
  const paths = listFiles(tree).filter((file) => readOwnText(tree, file) !== undefined);
  const renamed = renameCode(tree, paths, {
    names,
    identities,
    texts,
    fixed,
    comment: tagChanges(kinds),
    isFixed: (file) => file.startsWith(`${migrationsFolder}/`),
  });
  for (const [file, text] of renamed.texts) tree.overwrite(file, text);
  return renamed;
}

/** Generated manifests: tsop regenerates them, and reads none of them. */
const generated =
  /^config\/(?:crd\/bases|schemas)\/|^config\/(?:rbac|apiserver)\/role\.yaml$|^config\/webhook\/manifests\.yaml$/;

function placeConfig(
  placement: Placement,
  project: Project,
  changes: Changes & { readonly moves: ReadonlyMap<string, string> },
): void {
  const { tree } = placement;
  const comments = new Map<string, string>();
  const names = new Map<string, string>();
  for (const kind of changes.kinds) {
    for (const multigroup of [false, true]) {
      const [before, after] = [kind.from, kind.to].map((each) => namesOf(each, { multigroup }));
      if (before === undefined || after === undefined) continue;
      names.set(`${before.kindLower}-sample`, `${after.kindLower}-sample`);
      for (const role of roles) {
        names.set(`${before.rolePrefix}-${role}-role`, `${after.rolePrefix}-${role}-role`);
        const [old = [], now = []] = (
          [
            [kind.from, before],
            [kind.to, after],
          ] as const
        ).map(([resource, each]) => {
          const view = viewOf(placement, project, { resource, shortName: undefined }, each);
          return placement.templates.render(`api/config/rbac/${role}_role.yaml.hbs`, view).split("\n");
        });
        for (const [index, line] of old.entries()) if (line.startsWith("#")) comments.set(line, now[index] ?? line);
      }
    }
  }
  for (const file of listFiles(tree, "config").filter(
    (each) => /\.ya?ml$/.test(each) && !generated.test(each) && !each.startsWith(`${migratedCrdFolder}/`),
  )) {
    const text = readOwnText(tree, file) ?? "";
    const renamed = renamedConfig(file, text, {
      ...changes,
      comments,
      names: file.startsWith("config/") ? names : new Map(),
    });
    if (renamed !== text) tree.overwrite(file, renamed);
  }
}

/** Returns the generated files with a previous name. */
function generatedFiles(kinds: readonly RenamedKind[]): Set<string> {
  return new Set(
    kinds.flatMap(({ before, after }) => [
      ...(before.crdFile === after.crdFile ? [] : [`config/crd/${before.crdFile}`]),
      ...(before.sampleFile === after.sampleFile
        ? []
        : [path.posix.join("config/schemas", schemaOf(before.sampleFile))]),
    ]),
  );
}
