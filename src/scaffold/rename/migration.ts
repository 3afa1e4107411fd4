/** Writes the migration of the objects in clusters into the operator: the previous CRD, and a call of `migrateKind`. */
import path from "node:path";
import { groupBy } from "../../core/group-by.js";
import { field } from "../../core/json-fields.js";
import { withListItem } from "../../core/yaml-list.js";
import { parseAllYaml } from "../../core/yaml.js";
import type { Snapshot } from "../../machinery/snapshot.js";
import { migratedCrdFolder } from "../../project/migrated-crds.js";
import { type Project, projectFileName } from "../../project/project.js";
import { addManagerCall } from "../../refactor/callbacks.js";
import { finalizersIn, type Imported, ownedKinds, wrapReconciler } from "../../refactor/controller-chain.js";
import { addImports } from "../../refactor/imports.js";
import { addMigratedCrds } from "../edits/controller-test.js";
import { openFile } from "../edits/edit-file.js";
import { mainFile } from "../main-file.js";
import { capital, moduleFrom } from "../naming.js";
import type { Placement } from "../placement.js";
import { kindFiles, type RenamedKind } from "./renamed-kind.js";

/** The folder of the migrations: they are no types of the project's own kinds. */
export const migrationsFolder = "migrations";

const crdKustomization = "config/crd/kustomization.yaml";

/** Reports a migration that would lead back to its own kind. Call it before any change. */
export function refuseWayBack(placement: Placement, kinds: readonly RenamedKind[]): void {
  for (const { to, after } of kinds) {
    const file = fileOf(after.plural, after.group);
    if (!placement.tree.exists(file)) continue;
    placement.refuse(
      "project/resource-exists",
      `${file} migrates the objects of ${to.kind}, so no kind can get this name`,
      {
        file,
        hint: "End the migration first. If no cluster has the new name yet, restore the project from version control.",
      },
    );
    return;
  }
}

/** @param before - the files before the rename */
export function placeMigrations(
  placement: Placement,
  project: Project,
  kinds: readonly RenamedKind[],
  before: Snapshot,
): void {
  let migrates = false;
  for (const versions of groupBy(kinds, (kind) => kind.before.crdFile).values()) {
    const stored = storedVersion(versions, before);
    if (stored === undefined) continue;
    if (versions.some(({ from }) => from.webhooks?.conversion === true)) {
      placement.next.push(
        `tsop wrote no migration for ${stored.kind.from.kind}, whose versions are converted by a webhook: npx tsop manual migrate-a-kind`,
      );
      continue;
    }
    placeMigration(placement, project, versions, stored);
    migrates = true;
  }
  if (migrates) placement.next.push("end the migration later, as the page says: npx tsop manual migrate-a-kind");
}

interface Stored {
  /** The version in which clusters store the objects. */
  readonly kind: RenamedKind;
  readonly crd: string;
}

/** Returns undefined if the CRD has not been generated, so that no cluster has it. */
function storedVersion(versions: readonly RenamedKind[], files: Snapshot): Stored | undefined {
  const [first] = versions;
  const file = `config/crd/${first?.before.crdFile ?? ""}`;
  const crd = files.read(file);
  if (crd === undefined) return undefined;
  const listed = field(field(parseAllYaml(crd, file)[0], "spec"), "versions");
  const all: unknown[] = Array.isArray(listed) ? listed : [];
  const version = field(
    all.find((each) => field(each, "storage") === true),
    "name",
  );
  const kind = versions.find(({ from }) => from.version === version);
  return kind === undefined ? undefined : { kind, crd };
}

function fileOf(plural: string, group: string): string {
  return `${migrationsFolder}/${plural}.${group}.ts`;
}

/** Returns the name of the function that migrates a kind. A kind whose group changes once more has two functions. */
function nameOfCall(files: Snapshot, { from, before }: RenamedKind): string {
  const name = `migrate${from.kind}`;
  const isTaken = files
    .list(migrationsFolder)
    .some((file) => files.read(`${migrationsFolder}/${file}`)?.includes(`function ${name}(`));
  return isTaken ? `${name}Of${before.group.split(/[.-]/).map(capital).join("")}` : name;
}

function placeMigration(
  placement: Placement,
  project: Project,
  versions: readonly RenamedKind[],
  { kind, crd }: Stored,
): void {
  const { tree } = placement;
  const { from, before, after } = kind;
  const name = path.posix.basename(before.crdFile);
  placement.put(`${migratedCrdFolder}/${name}`, crd, "collide");
  const kustomization = tree.read(crdKustomization);
  if (kustomization !== undefined) {
    tree.overwrite(crdKustomization, withListItem(kustomization, crdKustomization, "resources", `migrated/${name}`));
  }
  const file = fileOf(before.plural, before.group);
  const files = [...new Set(versions.flatMap((each) => kindFiles(each, project).map(([, target]) => target)))];
  const controllers = files.filter((each) => /_controller\.ts$/.test(each) && tree.exists(each));
  for (const each of files) if (/_controller\.test\.ts$/.test(each)) addMigratedCrds(placement, each);
  const owned = new Map<string, Imported>();
  const finalizers = new Set<string>();
  const call = nameOfCall(tree, kind);
  for (const each of controllers) {
    const opened = openFile(placement, each, tree.read(each) ?? "");
    if (opened.kind === "broken") continue;
    const found = ownedKinds(opened);
    for (const dependent of found) {
      if (dependent !== undefined) owned.set(JSON.stringify(dependent), fromFolder(dependent, each));
    }
    const names = finalizersIn(opened);
    for (const finalizer of names) if (finalizer !== undefined) finalizers.add(finalizer);
    if ([...found, ...names].includes(undefined)) {
      placement.next.push(
        `complete the dependents and finalizers in ${file}: ${each} names one that tsop cannot follow`,
      );
    }
    if (wrapReconciler(opened, (reconciler, manager) => `${call}(${manager}).gate(${reconciler})`)) {
      addImports(opened, moduleFrom(path.posix.dirname(each), file), [{ name: call }]);
      tree.overwrite(each, opened.print());
    } else placement.next.push(`pass ${call}(manager).gate(reconciler) to complete() in ${each}`);
  }
  if (controllers.length === 0) placeCall(placement, call, file);
  placement.put(file, printMigration(placement, kind, call, [...owned.values()], [...finalizers]), "collide");
  placement.next.push(
    `deploy the operator: it moves the objects of ${from.kind} to ${after.apiVersion} ${kind.to.kind}; their dependents keep running`,
  );
  if (project.namespaced) {
    placement.next.push(
      `the migration reads CRDs, which needs a ClusterRole although ${projectFileName} says namespaced`,
    );
  }
}

/** Runs a migration of a kind without controllers. */
function placeCall(placement: Placement, call: string, file: string): void {
  const opened = openFile(placement, mainFile, placement.tree.read(mainFile) ?? "");
  if (opened.kind === "source" && addManagerCall(opened, (manager) => `${call}(${manager});`)) {
    addImports(opened, moduleFrom(".", file), [{ name: call }]);
    placement.tree.overwrite(mainFile, opened.print());
  } else placement.next.push(`call ${call}(manager) of ./${file} in ${mainFile}`);
}

/** Returns an import as a file in the folder of the migrations writes it. */
function fromFolder({ module, name }: Imported, file: string): Imported {
  if (!module.startsWith(".")) return { module, name };
  const target = path.posix.join(path.posix.dirname(file), module);
  return { module: moduleFrom(migrationsFolder, target), name };
}

function printMigration(
  { header }: Placement,
  { from, to, before, after }: RenamedKind,
  call: string,
  dependents: readonly Imported[],
  finalizers: readonly string[],
): string {
  const old = `Old${from.kind}`;
  const options = [
    `from: ${old}`,
    `to: ${to.kind}`,
    ...(dependents.length === 0 ? [] : [`dependents: [${dependents.map(({ name }) => name).join(", ")}]`]),
    ...(finalizers.length === 0
      ? []
      : [`finalizers: { ${finalizers.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(name)}`).join(", ")} }`]),
  ];
  return `${header}import { type CustomResource, defineKind, type KubeObject, type Manager } from "tsop";
import { type KindMigration, migrateKind } from "tsop/migrate";
${dependents.map(({ module, name }) => `import { ${name} } from "${module}";\n`).join("")}import { ${to.kind} } from "${moduleFrom(migrationsFolder, after.typesFile)}";

/** The kind before its rename. Delete this file when the migration has ended: \`npx tsop manual migrate-a-kind\`. */
interface ${old} extends CustomResource<"${before.apiVersion}", "${from.kind}">, Omit<${to.kind}, keyof KubeObject> {}

const ${old} = defineKind<${old}>("${before.apiVersion}", "${from.kind}");

const migrations = new WeakMap<Manager, KindMigration>();

/** Moves the objects of the previous kind. Returns the same migration to all controllers of a manager. */
export function ${call}(manager: Manager): KindMigration {
  const present = migrations.get(manager);
  if (present !== undefined) return present;
  const migration = migrateKind(manager, {
${options.map((option) => `    ${option},\n`).join("")}  });
  migrations.set(manager, migration);
  return migration;
}
`;
}
