/** External plugins: programs that speak kubebuilder's protocol, JSON on stdin and stdout. */
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { TsopError } from "../../../core/errors.js";
import { parseYaml } from "../../../core/yaml.js";
import type { PluginCommand } from "../../../plugin/input.js";
import { layoutKey } from "../../../project/parse.js";
import { projectFileName } from "../../../project/project.js";
import type { Context } from "../../context.js";
import { hintFor } from "../plugin-key.js";
import { deleteCommands, flaggedCommands, type LoadedPlugin } from "../loaded-plugin.js";
import { changesOf, type ExternalResponse, problemsOf, readResponse } from "./response.js";

type Host = Pick<Context, "env" | "signal" | "runFilter" | "output">;

interface Program {
  readonly key: string;
  readonly name: string;
  readonly version: string;
}

const limitMs = 60_000;
const mostBytes = 32 * 1024 * 1024;

/** The arguments with which kubebuilder asks for the flags and the description of a command. */
const aspects: Readonly<Record<PluginCommand, string>> = {
  init: "--init",
  "create api": "--api",
  "create webhook": "--webhook",
  edit: "--edit",
  "delete api": "--delete api",
  "delete controller": "--delete controller",
  "delete webhook": "--delete webhook",
  update: "--update",
};

/**
 * Finds an external plugin and asks it for its flags.
 *
 * @param command - the command whose flags the plugin adds; undefined if the flags are already parsed. Plugins from before
 *   kubebuilder had `delete` know no flags of such a command: they take no part in it
 * @throws TsopError `plugin/not-found`
 */
export async function loadExternal(
  { key, name, version }: Program,
  root: string,
  host: Host,
  command?: PluginCommand,
): Promise<LoadedPlugin> {
  const file = findProgram(key, path.join(pluginsFolder(host.env), name, version), name);
  const call = (request: object): Promise<ExternalResponse> => callProgram(key, file, root, host, request);
  const about = command && (await ask(call, "flags", command));
  return {
    key,
    description: async () => command && (await ask(call, "metadata", command))?.description,
    flags: about?.flags ?? {},
    sharesFlags: true,
    commands: flaggedCommands.filter((each) => !isDelete(each) || (each === command && about !== undefined)),
    run: async (input, { args, chain, universe: read }) => {
      const universe = read();
      const config = parseYaml(universe.get(projectFileName) ?? "{}", projectFileName);
      const response = await call({
        ...{ apiVersion: "v1alpha1", args, command: input.command },
        universe: Object.fromEntries(universe),
        ...{ pluginChain: [layoutKey, ...chain], config },
      });
      if (response.errors !== undefined) return { problems: problemsOf(response.errors) };
      return { actions: changesOf(universe, response.universe) };
    },
  };
}

function isDelete(command: PluginCommand): boolean {
  return deleteCommands.some((each) => each === command);
}

/** Asks about a command. A plugin need not answer: then it has no flags and no description. */
async function ask(
  call: (request: object) => Promise<ExternalResponse>,
  aspect: "flags" | "metadata",
  command: PluginCommand,
): Promise<ExternalResponse | undefined> {
  const request = { apiVersion: "v1alpha1", args: [aspects[command]], command: aspect, universe: {} };
  try {
    const response = await call(request);
    return response.errors === undefined ? response : undefined;
  } catch (error) {
    if (error instanceof TsopError && error.code.startsWith("plugin/")) return undefined;
    throw error;
  }
}

function pluginsFolder(env: Context["env"]): string {
  const { EXTERNAL_PLUGINS_PATH: own = "", XDG_CONFIG_HOME: config = "", HOME: home = os.homedir() } = env;
  if (own !== "") return own;
  if (config !== "") return path.join(config, "kubebuilder/plugins");
  const folder = process.platform === "darwin" ? "Library/Application Support" : ".config";
  return path.join(home, folder, "kubebuilder/plugins");
}

/** Returns the path of the program, whose file can have an ending: `sample/v1/sample.py`. */
function findProgram(key: string, folder: string, name: string): string {
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : [];
  const found = files.find((file) => file === name) ?? files.find((file) => file.split(".")[0] === name);
  if (found === undefined) {
    throw new TsopError("plugin/not-found", `the external plugin ${key} is not installed`, {
      hint:
        hintFor(key) ??
        `Its program is ${path.join(folder, name)}. EXTERNAL_PLUGINS_PATH selects another folder of plugins.`,
    });
  }
  const file = path.join(folder, found);
  try {
    accessSync(file, constants.X_OK);
  } catch (error) {
    throw new TsopError("plugin/not-found", `the program of the external plugin ${key} is not executable`, {
      hint: `chmod +x ${file}`,
      cause: error,
    });
  }
  return file;
}

/** @throws TsopError `plugin/failed` or `plugin/invalid` */
async function callProgram(
  key: string,
  file: string,
  root: string,
  { env, output, runFilter, signal }: Host,
  request: object,
): Promise<ExternalResponse> {
  const cwd = existsSync(root) ? root : path.dirname(file);
  const input = JSON.stringify(request);
  const result = await runFilter(file, { cwd, env, input, limitMs, mostBytes, signal });
  const errors = result.stderr.trim().split("\n").slice(-20).join("\n");
  const fault = faultOf(result);
  if (fault !== undefined) {
    throw new TsopError("plugin/failed", `the external plugin ${key} ${fault}${errors === "" ? "" : `: ${errors}`}`, {
      hint: "See the documentation of the plugin, or run the command without it.",
    });
  }
  if (errors !== "") output.note(`${key}: ${errors}`);
  return readResponse(key, result.stdout);
}

function faultOf({ end }: Awaited<ReturnType<Context["runFilter"]>>): string | undefined {
  switch (end.kind) {
    case "late":
      return `gave no response within ${limitMs / 1000} seconds`;
    case "too-large":
      return `printed more than ${mostBytes / 1024 / 1024} MiB`;
    case "not-started":
      return `cannot run: ${end.reason}`;
    case "signal":
      return `was ended by ${end.signal}`;
    case "exit":
      return end.code === 0 ? undefined : `ended with exit status ${end.code}`;
  }
}
