import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { namesImage } from "../../cluster/deploy/images.js";
import { readCrds } from "../../cluster/crd-files.js";
import type { CustomResourceDefinition } from "../../cluster/crd.js";
import type { TsopError } from "../../core/errors.js";
import type { KubeObject } from "../../kube/objects.js";
import { type Journal, isOwnerAlive, journalFile, readJournal } from "../../machinery/journal.js";
import { thisMachine } from "../../machinery/machine.js";
import { findState } from "../../machinery/project-state.js";
import { readProject } from "../../project/file.js";
import { installedVersion, isThere, jsonOf, recordOf, textOf } from "../../project/files.js";
import type { Project } from "../../project/project.js";
import { readRememberedImage, type RememberedImage } from "../../project/remembered-image.js";
import { attempt, type Outcome } from "../finding.js";

/** A kind in the sources. */
export interface DeclaredKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly file: string;
  readonly hasController: boolean;
}

/** The differences between the generated manifests and config/. */
export interface Drift {
  readonly kinds: readonly DeclaredKind[];
  /** Files that differ from the generated files. */
  readonly changes: readonly { readonly path: string; readonly isMissing: boolean }[];
  readonly warnings: number;
}

/** Functions that only the commands can provide. */
export interface ProjectTools {
  readonly tsopVersion: string;
  readonly generate: () => Drift;
  readonly render: () => readonly KubeObject[];
  /** Whether the text of main.ts calls runManager with a function. */
  readonly takesManagerCalls: (text: string) => boolean;
  readonly readTsConfig: () => TsConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface TsConfig {
  readonly problems: readonly { readonly message: string; readonly line?: number }[];
  readonly options: Readonly<Record<string, unknown>>;
}

export interface PackageJson {
  readonly engines: string | undefined;
  readonly scripts: ReadonlyMap<string, string>;
  /** The dependencies of all types, by name. */
  readonly dependencies: ReadonlyMap<string, string>;
}

export interface GitIgnore {
  /** The path from the file's folder to the project: empty, or with a trailing slash. */
  readonly prefix: string;
  readonly text: string;
}

/** A tarball of tsop that a `file:` specifier names. */
export interface Tarball {
  readonly spec: string;
  /** The absolute path. */
  readonly file: string;
}

export interface ProjectFacts {
  readonly tsopVersion: string;
  readonly project: Outcome<Project>;
  /** Undefined if the file is missing or not JSON. */
  readonly packageJson: PackageJson | undefined;
  readonly hasPackageJson: boolean;
  readonly hasModules: boolean;
  readonly installedTsop: string | undefined;
  readonly installedTypescript: string | undefined;
  /** The tarball from which npm has installed tsop; undefined if npm did not install it from a file. */
  readonly installedTarball: Tarball | undefined;
  /** The tarball in package.json, and whether it exists; undefined if package.json names no tarball. */
  readonly tarball: (Tarball & { readonly isThere: boolean }) | undefined;
  readonly tsConfig: TsConfig | undefined;
  readonly mainTs: string | undefined;
  /** Whether tsop can insert calls into main.ts without the markers: main.ts calls runManager with a function. */
  readonly takesManagerCalls: boolean;
  readonly interrupted: Outcome<{ readonly journal: Journal; readonly isRunning: boolean } | undefined>;
  readonly controllerFiles: ReadonlySet<string>;
  readonly drift: Outcome<Drift>;
  readonly rendered: Outcome<readonly KubeObject[]>;
  readonly crds: Outcome<readonly CustomResourceDefinition[]>;
  /** The image in IMG or in the manifests. */
  readonly image: string | undefined;
  readonly rememberedImage: RememberedImage | undefined;
  readonly dockerfile: string | undefined;
  readonly dockerignore: string | undefined;
  /** The files of this folder and of the folders above it, up to the repository's root; undefined outside a repository. */
  readonly gitignores: readonly GitIgnore[] | undefined;
}

export function gatherProject(root: string, tools: ProjectTools): ProjectFacts {
  const packageJson = readPackageJson(root);
  const rendered = attempt(tools.render);
  const interrupted = attempt(() => interruptedIn(root));
  const isTrusted = interrupted.kind === "known";
  const spec = packageJson?.dependencies.get("tsop");
  const mainTs = textOf(root, "main.ts");
  const tarball = tarballOf(root, spec);
  return {
    tsopVersion: tools.tsopVersion,
    project: attempt(() => readProject(root)),
    packageJson,
    hasPackageJson: isThere(root, "package.json"),
    hasModules: isThere(root, "node_modules"),
    installedTsop: installedVersion(root, "tsop"),
    installedTypescript: installedVersion(root, "typescript"),
    installedTarball: tarballOf(root, installedFrom(root)),
    tarball: tarball === undefined ? undefined : { ...tarball, isThere: existsSync(tarball.file) },
    tsConfig: isThere(root, "tsconfig.json") ? tools.readTsConfig() : undefined,
    mainTs,
    takesManagerCalls: mainTs !== undefined && tools.takesManagerCalls(mainTs),
    interrupted,
    controllerFiles: filesBelow(root, "controllers"),
    drift: attempt(tools.generate),
    rendered,
    crds: attempt(() => readCrds(root)),
    image: imageOf(tools.env["IMG"], rendered),
    rememberedImage: isTrusted ? readRememberedImage({ cwd: root, env: tools.env }) : undefined,
    dockerfile: textOf(root, "Dockerfile"),
    dockerignore: textOf(root, ".dockerignore"),
    gitignores: gitignoresFor(root),
  };
}

/** Returns the error if this folder is not in a project. That is not a problem of a project. */
export function isOutside({ project }: Pick<ProjectFacts, "project">): TsopError | undefined {
  return project.kind === "failed" && project.error.code === "project/not-found" ? project.error : undefined;
}

export function readPackageJson(root: string): PackageJson | undefined {
  const json = jsonOf(root, "package.json");
  if (json === undefined) return undefined;
  const engines = recordOf(json["engines"])?.["node"];
  return {
    engines: typeof engines === "string" ? engines : undefined,
    scripts: textsOf(json["scripts"]),
    dependencies: new Map([...textsOf(json["devDependencies"]), ...textsOf(json["dependencies"])]),
  };
}

function textsOf(value: unknown): Map<string, string> {
  const entries = Object.entries(recordOf(value) ?? {});
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}

/** Returns the image that `deploy` would use, except a remembered image. */
function imageOf(given: string | undefined, rendered: ProjectFacts["rendered"]): string | undefined {
  if (given !== undefined && given !== "") return `${given} (IMG)`;
  return rendered.kind === "known" && namesImage(rendered.value) ? "the image in the manifests" : undefined;
}

function tarballOf(root: string, spec: string | undefined): Tarball | undefined {
  if (spec?.startsWith("file:") !== true || !spec.endsWith(".tgz")) return undefined;
  return { spec, file: path.resolve(root, spec.slice("file:".length)) };
}

/** Returns the origin of tsop. npm records the origin of each package. */
function installedFrom(root: string): string | undefined {
  const packages = recordOf(jsonOf(root, "node_modules/.package-lock.json")?.["packages"]);
  const resolved = recordOf(packages?.["node_modules/tsop"])?.["resolved"];
  return typeof resolved === "string" ? resolved : undefined;
}

function interruptedIn(root: string): { readonly journal: Journal; readonly isRunning: boolean } | undefined {
  if (findState(root) === undefined) return undefined;
  const file = journalFile(root);
  const facts = thisMachine.fs.lstat(file);
  const journal = facts === undefined ? undefined : readJournal(file, thisMachine);
  if (facts === undefined || journal === undefined) return undefined;
  return { journal, isRunning: isOwnerAlive(journal, facts.modifiedAt, thisMachine) };
}

function filesBelow(root: string, folder: string): Set<string> {
  try {
    const names = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
    return new Set(names.map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`));
  } catch {
    return new Set();
  }
}

function gitignoresFor(root: string): GitIgnore[] | undefined {
  const found: GitIgnore[] = [];
  for (let folder = path.resolve(root); ; folder = path.dirname(folder)) {
    const text = textOf(folder, ".gitignore");
    const prefix = path.relative(folder, root).replaceAll(path.sep, "/");
    if (text !== undefined) found.push({ prefix: prefix === "" ? "" : `${prefix}/`, text });
    if (isThere(folder, ".git")) return found;
    if (folder === path.dirname(folder)) return isThere(root, ".gitignore") ? found.slice(0, 1) : undefined;
  }
}
