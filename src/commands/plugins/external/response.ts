/** Reads the responses of external plugins: JSON of other programs. */
import { isJsonObject, isList, type UnknownObject } from "../../../core/json.js";
import { readJson } from "../../../core/json-fields.js";
import type { PluginAction } from "../../../plugin/actions.js";
import type { PluginFlag, PluginFlags } from "../../../plugin/flags.js";
import type { PluginProblem } from "../../../plugin/input.js";
import { invalidPlugin } from "../loaded-plugin.js";

/** The files that an external plugin gets and returns, by their paths. */
export type Universe = ReadonlyMap<string, string>;

/** The parts of a response that tsop uses. */
export interface ExternalResponse {
  readonly description: string | undefined;
  readonly flags: PluginFlags;
  readonly universe: Universe;
  /** The messages of a plugin that reports an error; undefined if it reports none. */
  readonly errors: readonly string[] | undefined;
}

/** @throws TsopError `plugin/invalid` */
export function readResponse(key: string, text: string): ExternalResponse {
  const value = readJson(text);
  if (!isJsonObject(value)) {
    const shown = JSON.stringify(text.slice(0, 80));
    throw invalidPlugin(key, [text.trim() === "" ? "printed no response" : `printed no JSON object: ${shown}`]);
  }
  const { error = false, errorMsgs, universe, flags, metadata } = value;
  if (typeof error !== "boolean") throw invalidPlugin(key, ["returned an error that is neither true nor false"]);
  return {
    errors: error ? textsIn(errorMsgs) : undefined,
    universe: readUniverse(key, universe),
    flags: readFlags(key, flags),
    description: isJsonObject(metadata) ? textOf(memberOf(metadata, "description")) : undefined,
  };
}

function readUniverse(key: string, universe: unknown): Universe {
  if (universe === undefined || universe === null) return new Map();
  if (!isJsonObject(universe)) throw invalidPlugin(key, ["returned a universe that is not an object"]);
  return new Map(
    Object.entries(universe).map(([file, text]) => {
      if (typeof text !== "string") throw invalidPlugin(key, [`returned ${JSON.stringify(file)}, which is not a text`]);
      return [file.replace(/^\.\//, ""), text];
    }),
  );
}

/** The types of kubebuilder's flags. Every other type is a text. */
const types: Readonly<Record<string, PluginFlag["type"]>> = { bool: "boolean", int: "number", float: "number" };

function readFlags(key: string, flags: unknown): PluginFlags {
  if (!isList(flags)) return {};
  return Object.fromEntries(
    flags.filter(isJsonObject).map((flag): [string, PluginFlag] => {
      const name = textOf(memberOf(flag, "name")) ?? "";
      if (!/^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(name)) {
        throw invalidPlugin(key, [`has the flag ${JSON.stringify(name)}: a flag has lower-case words with dashes`]);
      }
      const option = name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
      const type = new Map(Object.entries(types)).get(textOf(memberOf(flag, "type")) ?? "") ?? "string";
      return [option, { type, description: textOf(memberOf(flag, "usage")) ?? "" }];
    }),
  );
}

/** Returns a member in any case, as Go reads JSON: kubebuilder's plugins write `Name`. */
function memberOf(object: UnknownObject, name: string): unknown {
  return Object.entries(object).find(([each]) => each.toLowerCase() === name)?.[1];
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}

function textsIn(value: unknown): string[] {
  return (isList(value) ? value : []).map(textOf).filter((text) => text !== undefined);
}

/** Returns the problems of a plugin that reports an error. */
export function problemsOf(errors: readonly string[]): PluginProblem[] {
  const hint = "The message is that of the external plugin: see its documentation.";
  const messages = errors.length === 0 ? ["the plugin reports an error without a message"] : errors;
  return messages.map((message) => ({ message, hint }));
}

/** Returns the changes of a universe. A file that a plugin omits stays as it is, as with kubebuilder. */
export function changesOf(before: Universe, after: Universe): PluginAction[] {
  return [...after].flatMap(([file, content]): PluginAction[] => {
    const present = before.get(file);
    if (present === content) return [];
    return [{ type: present === undefined ? "create" : "replace", file, content }];
  });
}
