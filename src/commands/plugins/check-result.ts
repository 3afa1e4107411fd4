/** Checks the result of a plugin: a foreign value. */
import { isJsonObject, isList, isSameJson } from "../../core/json.js";
import { TsopError } from "../../core/errors.js";
import { isProjectPath, resolveTarget } from "../../machinery/check-targets.js";
import { nodeFileSystem } from "../../machinery/file-system.js";
import type { PluginAction } from "../../plugin/actions.js";
import type { PluginResult } from "../../plugin/input.js";
import { projectFileName } from "../../project/project.js";
import { invalidPlugin } from "./loaded-plugin.js";
import { unknownMembers } from "./unknown-members.js";

/**
 * Returns the result of a plugin if it has the right shape, and its paths are in the project.
 *
 * @param root - the real path of the project
 * @throws TsopError `plugin/invalid`, with all faults
 */
export function checkResult(key: string, value: unknown, root: string): PluginResult {
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw invalidPlugin(key, ["returns no result: return { actions: [ … ] }"]);
  const { actions = [], problems = [], next = [] } = value;
  const faults = [
    ...unknownMembers("returns", value, ["actions", "problems", "next"]),
    ...(isList(actions) ? actions.flatMap((action, index) => actionFault(action, index, root)) : [noList("actions")]),
    ...(isList(problems) ? problems.flatMap(problemFault) : [noList("problems")]),
    ...(isList(next) ? (next.every(isText) ? [] : ["returns a next step that is not a text"]) : [noList("next")]),
  ];
  if (faults.length > 0) throw invalidPlugin(key, faults);
  return value; // the faults cover all its members
}

function noList(member: string): string {
  return `returns ${member} that are not a list`;
}

/** The text members of each action. */
const members: Readonly<Record<PluginAction["type"], readonly string[]>> = {
  create: ["file", "content"],
  replace: ["file", "content"],
  delete: ["file", "content"],
  edit: ["file"],
  addToKustomization: ["file", "field", "entry"],
  removeFromKustomization: ["file", "field", "entry"],
  configure: [],
};
const otherMembers: readonly string[] = ["type", "existing", "edit", "value"];
const fields: readonly unknown[] = ["resources", "components", "patches"];

function actionFault(action: unknown, index: number, root: string): string[] {
  const place = `returns the action ${index + 1}`;
  if (!isJsonObject(action)) return [`${place}, which is not an object`];
  const { type, file, field, edit, existing, value } = action;
  const known = Object.entries(members).find(([name]) => name === type);
  if (known === undefined) {
    return [`${place} of the type ${JSON.stringify(type)}, which is none of ${Object.keys(members).join(", ")}`];
  }
  const missing = known[1].find((member) => typeof action[member] !== "string");
  if (missing !== undefined) return [`${place} (${known[0]}), whose ${missing} is not a text`];
  const unknown = unknownMembers(`${place} (${known[0]}) with`, action, [...known[1], ...otherMembers]);
  if (unknown.length > 0) return unknown;
  if (type === "edit" && typeof edit !== "function") return [`${place} (edit), whose edit is not a function`];
  if (field !== undefined && !fields.includes(field)) {
    return [`${place}, whose field is none of ${fields.join(", ")}`];
  }
  if (existing !== undefined && existing !== "fail" && existing !== "keep") {
    return [`${place}, whose existing is neither fail nor keep`];
  }
  if (type === "configure" && value !== undefined && !isPlainJson(value)) {
    return [`${place} (configure), whose value is not JSON`];
  }
  return typeof file === "string" ? pathFault(file, root) : [];
}

/** Returns why a plugin must not write to a file. */
function pathFault(file: string, root: string): string[] {
  const shown = JSON.stringify(file);
  if (!isProjectPath(file)) return [`writes to ${shown}, which is not a relative path in the project`];
  if (file === projectFileName) return [`writes to ${shown}: only its own configuration there is free to it`];
  try {
    resolveTarget(root, file, nodeFileSystem);
    return [];
  } catch (error) {
    if (!(error instanceof TsopError)) throw error;
    return [`writes to a wrong place: ${error.message}`];
  }
}

function problemFault(problem: unknown): string[] {
  if (!isJsonObject(problem) || !isText(problem["message"]) || !isText(problem["hint"])) {
    return ["returns a problem without a message or a hint"];
  }
  return problem["file"] === undefined || isText(problem["file"]) ? [] : ["returns a problem whose file is not a text"];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isPlainJson(value: unknown): boolean {
  try {
    return isSameJson(JSON.parse(JSON.stringify(value)), value);
  } catch {
    return false; // a cycle, or a value that JSON does not have
  }
}
