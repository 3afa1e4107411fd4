/** Checks the definition of a plugin: the default export of a foreign module. */
import { isJsonObject } from "../../core/json.js";
import type { PluginFlag, PluginFlags } from "../../plugin/flags.js";
import type { PluginCommand, PluginInput } from "../../plugin/input.js";
import { invalidPlugin, type LoadedPlugin, pluginCommands } from "./loaded-plugin.js";
import { unknownMembers } from "./unknown-members.js";

type Run = (input: PluginInput) => unknown;

const flagTypes: readonly string[] = ["string", "number", "boolean", "list"] satisfies PluginFlag["type"][];

/** @throws TsopError `plugin/invalid`, with all faults */
export function checkPlugin(key: string, value: unknown): LoadedPlugin {
  if (!isJsonObject(value) || !isJsonObject(value["commands"])) {
    throw invalidPlugin(key, ["does not export a plugin by default: export default definePlugin({ … })"]);
  }
  const { name, description, flags = {}, commands } = value;
  const faults = [
    ...unknownMembers("has", value, ["name", "description", "flags", "commands"]),
    ...(isText(name) ? [] : ["has no name"]),
    ...(isText(description) ? [] : ["has no description"]),
    ...flagFaults(flags),
    ...Object.entries(commands).flatMap(([command, run]) => commandFault(command, run)),
  ];
  if (faults.length > 0) throw invalidPlugin(key, faults);
  const runs = new Map(Object.entries(commands).filter((entry): entry is [PluginCommand, Run] => isRun(entry[1])));
  return {
    key,
    description: () => Promise.resolve(String(description)),
    sharesFlags: false,
    // flagFaults has checked each flag.
    flags: flags as PluginFlags,
    commands: pluginCommands.filter((command) => runs.has(command)),
    run: (input) => runs.get(input.command)?.(input),
  };
}

function commandFault(command: string, run: unknown): string[] {
  if (!pluginCommands.some((each) => each === command)) {
    return [`names the command ${JSON.stringify(command)}, which is none of ${pluginCommands.join(", ")}`];
  }
  return run === undefined || isRun(run) ? [] : [`has no function for the command ${command}`];
}

function flagFaults(flags: unknown): string[] {
  if (!isJsonObject(flags)) return ["has flags that are not an object"];
  return Object.entries(flags).flatMap(([name, flag]) => {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) return [`has the flag ${JSON.stringify(name)}: write it in camelCase`];
    if (!isJsonObject(flag) || !isText(flag["description"])) return [`has no description of the flag ${name}`];
    const { type, value } = flag;
    if (typeof type !== "string" || !flagTypes.includes(type)) {
      return [`has no type of the flag ${name}: write one of ${flagTypes.join(", ")}`];
    }
    if (value !== undefined && !(isText(value) && /^[^\s[\],]+$/.test(value))) {
      return [`has an invalid placeholder of the flag ${name}: write one word, such as <cidr>`];
    }
    return [];
  });
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isRun(value: unknown): value is Run {
  return typeof value === "function";
}
