/** Lets plugins take part in a command: they add their actions to its plan. */
import { existsSync, realpathSync } from "node:fs";
import { systemClock, type Clock } from "../../core/clock.js";
import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import { untilAborted } from "../../core/until-aborted.js";
import type { PluginCommand, PluginInput, PluginVersions } from "../../plugin/input.js";
import { parseProject } from "../../project/parse.js";
import { readPlugins, withPlugin } from "../../project/plugins.js";
import { findResource, projectFileName, type Resource } from "../../project/project.js";
import { continuePlan, type Placement, type PlanInput, type ScaffoldPlan } from "../../scaffold/placement.js";
import { placeActions, pluginFailed } from "../../scaffold/plugin-actions.js";
import type { GivenOptions } from "../declared/declare.js";
import { deployImageFlags, deployImageKey } from "./deploy-image/flags.js";
import { checkResult } from "./check-result.js";
import { universeOf } from "./external/universe.js";
import { loadPlugin, type PluginHost } from "./load-plugin.js";
import { deleteCommands, type ExternalInput, type LoadedPlugin } from "./loaded-plugin.js";
import { toArguments, valuesOf } from "./plugin-flags.js";
import { filesFor, projectFor, resourceFor } from "./plugin-input.js";
import { keysIn, readPluginKey } from "./plugin-key.js";

/** A command that plugins take part in. */
export interface PluginTurn {
  readonly command: PluginCommand;
  /** The kind of the command. */
  readonly resource?: Pick<Resource, "group" | "domain" | "version" | "kind" | "core">;
  /** The name of the controller that the command creates or deletes; default: the kind in lower case. */
  readonly controllerName?: string | undefined;
  /** The versions of `update`. */
  readonly versions?: PluginVersions;
}

/** The options that concern plugins. */
export interface PluginOptions {
  readonly plugins?: readonly string[];
  /** The values of the flags that plugins add to the command. */
  readonly pluginFlags?: GivenOptions;
}

export interface PluginRequest {
  /** The commands, in their order: `init --create-api` is two of them. */
  readonly turns: readonly [PluginTurn, ...PluginTurn[]];
  readonly root: string;
  /** The options of the command. The plugins inside tsop read its own flags. */
  readonly options: PluginOptions;
  readonly host: PluginHost;
  readonly clock?: Clock;
}

/** Returns the keys of `--plugins`. A flag of a plugin inside tsop also names its plugin. */
function requestedKeys(options: PluginOptions): string[] {
  const given = Object.keys(defined(options));
  const isImplied = deployImageFlags.some((name) => given.includes(name));
  return [...new Set([...keysIn(options.plugins), ...(isImplied ? [deployImageKey] : [])])];
}

/** Returns whether a command has work for plugins, even if no flag of its own is given. */
export function namesPlugins({ plugins, pluginFlags = {} }: PluginOptions): boolean {
  return keysIn(plugins).length > 0 || Object.keys(pluginFlags).length > 0;
}

/**
 * Returns the plan with the actions of the plugins that PROJECT and `--plugins` name. `init` and `edit` also record the
 * plugins of `--plugins` in PROJECT.
 *
 * @throws TsopError `plugin/not-found`, `plugin/invalid` or `plugin/failed`
 */
export async function withPlugins(plan: ScaffoldPlan, input: PlanInput, request: PluginRequest): Promise<ScaffoldPlan> {
  const { turns, root, options, host } = request;
  if (plan.problems.length > 0) return plan;
  const placement = continuePlan(input, plan);
  const requested = requestedKeys(options);
  const isRecorded = turns.some(({ command }) => command === "init" || command === "edit");
  if (isRecorded) for (const key of requested) record(placement, key);
  const keys = [...new Set([...readPlugins(projectText(placement)).keys(), ...requested])].filter((key) =>
    turns.some(({ command }) => mayTakePart(key, command)),
  );
  if (keys.length === 0) return plan;
  const plugins: LoadedPlugin[] = [];
  const deleted = deleteCommands.find((command) => turns.some((turn) => turn.command === command));
  for (const key of keys) plugins.push(await loadPlugin(key, root, host, deleted));
  const idle = plugins.find(
    ({ key, commands }) => !isRecorded && requested.includes(key) && !takesPart(commands, turns),
  );
  if (idle !== undefined) throw noEffect(idle, turns[0]);
  for (const turn of turns) {
    for (const plugin of plugins.filter(({ commands }) => takesPart(commands, [turn]))) {
      await takeTurn(plugin, turn, { placement, requested, chain: keys, input, request });
    }
  }
  if (deleted !== undefined) placement.next.push(...plugins.flatMap((plugin) => leftBy(plugin, deleted)));
  return projectLast(placement.plan());
}

/** Returns the step for a plugin that adds to a kind, but does not take it back. */
function leftBy({ key, commands }: LoadedPlugin, command: (typeof deleteCommands)[number]): string[] {
  const adds = command === "delete webhook" ? "create webhook" : "create api";
  if (commands.includes(command) || !commands.includes(adds)) return [];
  return [`the plugin ${key} takes no part in \`tsop ${command}\`: remove what it added for the kind yourself`];
}

function record(placement: Placement, key: string): void {
  const text = projectText(placement);
  if (!readPlugins(text).has(key)) placement.change(projectFileName, withPlugin(text, key, {}));
}

function projectText({ tree }: Placement): string {
  return tree.read(projectFileName) ?? "";
}

/** Returns false for plugins that are not loaded: only packages and files can take part in `update`. */
function mayTakePart(key: string, command: PluginCommand): boolean {
  const kind = readPluginKey(key)?.kind;
  return command !== "update" || (kind !== "own" && kind !== "program");
}

function takesPart(commands: readonly PluginCommand[], turns: readonly PluginTurn[]): boolean {
  return turns.some(({ command }) => commands.includes(command));
}

function noEffect({ key, commands }: LoadedPlugin, { command }: PluginTurn): TsopError {
  return new TsopError("usage/invalid-argument", `the plugin ${key} takes no part in \`tsop ${command}\``, {
    hint: commands.length === 0 ? "Omit it." : `It takes part in ${commands.join(", ")}.`,
  });
}

interface Turn {
  readonly placement: Placement;
  readonly requested: readonly string[];
  readonly chain: readonly string[];
  readonly input: PlanInput;
  readonly request: PluginRequest;
}

async function takeTurn(
  plugin: LoadedPlugin,
  turn: PluginTurn,
  { placement, requested, chain, input, request }: Turn,
): Promise<void> {
  const { key } = plugin;
  const { root, options, host, clock = systemClock } = request;
  const text = projectText(placement);
  const project = parseProject(text);
  const resource = turn.resource === undefined ? undefined : findResource(project, turn.resource);
  const given: PluginInput = Object.freeze({
    command: turn.command,
    files: filesFor(key, input.files, placement),
    project: projectFor(project),
    resource: resource && resourceFor(resource, project, turn.controllerName ?? resource.kind.toLowerCase()),
    flags: Object.freeze(valuesOf(plugin.flags, { ...options, ...options.pluginFlags })),
    requested: requested.includes(key),
    versions: turn.versions,
    config: readPlugins(text).get(key),
    signal: host.signal,
  });
  const args = toArguments({ ...options, ...options.pluginFlags });
  const external = { args, chain, universe: () => universeOf(input.files, placement.tree.actions()) };
  const value = await runPlugin(plugin, given, external, clock);
  const {
    actions = [],
    problems = [],
    next = [],
  } = checkResult(key, value, existsSync(root) ? realpathSync(root) : root);
  for (const { message, hint, file } of problems) {
    placement.refuse("plugin/refused", `${key}: ${message}`, { ...(file === undefined ? {} : { file }), hint });
  }
  await placeActions(placement, key, actions);
  placement.next.push(...next);
}

/** The time limit of a plugin. A plugin that waits for nothing would end the process without a message. */
const limitMs = 60_000;

async function runPlugin(
  plugin: LoadedPlugin,
  input: PluginInput,
  external: ExternalInput,
  clock: Clock,
): Promise<unknown> {
  const { key, run } = plugin;
  let cancel = (): void => undefined;
  // Unlike the clock's timer, this one keeps the process alive.
  const alive = setInterval(() => undefined, limitMs);
  const late = new Promise<never>((_, reject) => {
    cancel = clock.setTimer(limitMs, () => reject(new Error(`no result within ${limitMs / 1000} seconds`)));
  });
  try {
    return await untilAborted(Promise.race([Promise.resolve().then(() => run(input, external)), late]), input.signal);
  } catch (error) {
    if (input.signal.aborted || (error instanceof TsopError && error.code.startsWith("plugin/"))) throw error;
    throw pluginFailed(key, `failed in ${input.command}`, error);
  } finally {
    clearInterval(alive);
    cancel();
  }
}

/** Moves PROJECT to the end, as in a plan without plugins. */
function projectLast(plan: ScaffoldPlan): ScaffoldPlan {
  const isProject = ({ path }: { readonly path: string }): boolean => path === projectFileName;
  return {
    ...plan,
    actions: [...plan.actions.filter((each) => !isProject(each)), ...plan.actions.filter(isProject)],
  };
}
