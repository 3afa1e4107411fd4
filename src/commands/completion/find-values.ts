/** Finds the values that flags and arguments can have: names in PROJECT, contexts of kubeconfigs, names of CRD files. */
import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { crdFolders } from "../../cluster/crd-folder.js";
import { containerTools } from "../../images/container-tool.js";
import { readProject } from "../../project/file.js";
import { controllersOf, qualifiedGroup, type Resource } from "../../project/project.js";
import { builtInGroups } from "../../scaffold/built-in-groups.js";
import { licenses } from "../../scaffold/license.js";
import { workloads } from "../../scaffold/modes/modes.js";
import type { Context } from "../context.js";
import { generators } from "../generators.js";
import type { Candidate, FindValues, Values } from "./candidates.js";
import type { CommandLine } from "./command-line.js";
import { shells } from "./scripts.js";

type Source = (line: CommandLine, context: Place) => Values | Promise<Values>;
type Place = Pick<Context, "cwd" | "env">;

/** Returns the function that finds values for a command line in a folder. */
export function valuesIn(context: Place): FindValues {
  return async (line, option) => {
    const folder = line.given.get("directory");
    const place = { ...context, cwd: folder === undefined ? context.cwd : path.resolve(context.cwd, folder) };
    if (option === undefined) return argumentValues(line, place);
    const flag = line.flags[option];
    if (flag?.kind === "choice") return flag.choices.map((value) => ({ value }));
    if (flag?.kind === "yesNo") return [{ value: "true" }, { value: "false" }];
    if (flag === undefined || !("value" in flag)) return [];
    const source = byOption[option] ?? byPlaceholder[flag.value.replace(/[<>[\]]/g, "")];
    return source === undefined ? [] : source(line, place);
  };
}

async function argumentValues(line: CommandLine, place: Place): Promise<Values> {
  const name = /^\[(\w+)(?:\.\.\.)?\]$/.exec(line.command?.input.argument ?? "")?.[1];
  const source = name === undefined ? undefined : byArgument[name];
  return source === undefined ? [] : source(line, place);
}

const files: Source = () => "files";
const folders: Source = () => "folders";
const listOf =
  (values: readonly string[]): Source =>
  () =>
    values.map((value) => ({ value }));

/** By the placeholder of the flag's value. */
const byPlaceholder: Readonly<Record<string, Source>> = {
  dir: folders,
  file: files,
  path: files,
  group: ({ command }, { cwd }) => [
    ...resourcesIn(cwd).map((each) => ({ value: each.group === "" ? qualifiedGroup(each) : each.group })),
    ...(command?.path.startsWith("create ") === true ? builtInGroups : []).map(({ name }) => ({
      value: name,
      help: "a group of Kubernetes",
    })),
  ],
  version: (line, { cwd }) => versionsIn(line, cwd),
  versions: (line, { cwd }) => versionsIn(line, cwd),
  kind: (line, { cwd }) => ofGroup(line, cwd).map((each) => ({ value: each.kind, help: qualifiedGroup(each) })),
};

/** By the name of the option. */
const byOption: Readonly<Record<string, Source>> = {
  context: contextsOf,
  controllerName: (line, { cwd }) => ofGroup(line, cwd).flatMap((each) => listed(controllersOf(each))),
  license: listOf(licenses),
  workload: listOf(workloads),
  containerTool: listOf(containerTools),
};

/** By the name of the command's argument. */
const byArgument: Readonly<Record<string, Source>> = {
  dir: folders,
  sources: files,
  shell: listOf(shells),
  generators: () => generators.map(({ name, writes }) => ({ value: name, help: writes })),
  crds: (_, { cwd }) => crdsIn(cwd),
  page: async () => {
    const { pageNames } = await import("../manual.js");
    return listed(pageNames());
  },
};

function listed(values: readonly string[]): Candidate[] {
  return values.map((value) => ({ value }));
}

function resourcesIn(cwd: string): readonly Resource[] {
  return readProject(cwd).resources;
}

/** Returns the kinds of the project, or of the group that `--group` names. */
function ofGroup({ given }: CommandLine, cwd: string): readonly Resource[] {
  const group = given.get("group");
  const all = resourcesIn(cwd);
  return group === undefined ? all : all.filter((each) => each.group === group || qualifiedGroup(each) === group);
}

function versionsIn(line: CommandLine, cwd: string): Candidate[] {
  const kind = line.given.get("kind");
  const resources = ofGroup(line, cwd).filter((each) => kind === undefined || each.kind === kind);
  return resources.map((each) => ({ value: each.version, help: each.kind }));
}

async function contextsOf({ given }: CommandLine, { cwd, env }: Place): Promise<Values> {
  const { readKubeConfigFile } = await import("../../kube/kubeconfig-file.js");
  const flag = given.get("kubeconfig");
  const variable = (env["KUBECONFIG"] ?? "").split(path.delimiter).filter((file) => file !== "");
  const named =
    flag !== undefined ? [flag] : variable.length > 0 ? variable : [path.join(os.homedir(), ".kube/config")];
  const found = named.map((file) => path.resolve(cwd, file)).filter((file) => existsSync(file));
  const read = await Promise.all(found.map(readKubeConfigFile));
  return listed(read.flatMap(({ contexts }) => [...contexts.keys()]));
}

/** Returns the names of the project's CRDs: the file `foo.abc.com_bars.yaml` contains `bars.foo.abc.com`. */
function crdsIn(cwd: string): Candidate[] {
  const folders = crdFolders.map((folder) => path.join(cwd, folder)).filter((folder) => existsSync(folder));
  return folders
    .flatMap((folder) => readdirSync(folder))
    .flatMap((file) => {
      const [, group, plural] = /^(.+)_([^_]+)\.yaml$/.exec(file) ?? [];
      return group === undefined ? [] : [{ value: `${plural ?? ""}.${group}` }];
    });
}
