import path from "node:path";
import { readJson } from "../../core/json-fields.js";
import { isJsonObject } from "../../core/json.js";
import { TsopError } from "../../core/errors.js";
import type { CommandResult, Context } from "../context.js";
import { longFlag } from "../declared/flags.js";
import { update, type UpdateOptions } from "../declared/update.js";
import { installPackage } from "./packages.js";
import { inTemporaryFolder } from "./replay.js";

/**
 * Lets another version of tsop update the project: its package contains the new scaffold, and the changes of sources.
 *
 * @throws TsopError `update/unknown-version`, `update/registry-failed`
 */
export function delegate(version: string, options: UpdateOptions, context: Context): Promise<CommandResult> {
  const { cwd, env, signal, live, output } = context;
  return inTemporaryFolder(async (folder) => {
    const progress = output.progress(`getting tsop ${version} from the registry`);
    const installed = await installPackage(version, folder, context).finally(() => progress.done());
    const args = [path.join(installed, "bin/tsop.js"), "update", ...flagsOf({ ...options, to: version })];
    const format = ["--output", live.format];
    const { exitCode, stdout, stderr } = await context.exec(process.execPath, [...args, ...format], {
      cwd,
      env,
      signal,
    });
    if (stderr.trim() !== "") output.note(stderr.trim());
    if (exitCode === undefined) throw new TsopError("interrupted", `tsop ${version} was stopped`);
    const value = live.format === "json" ? readJson(stdout) : undefined;
    return { text: stdout.trimEnd(), json: isJsonObject(value) ? value : {}, exitCode };
  });
}

/** Returns the options as flags, without the flags that have their default. */
function flagsOf(options: UpdateOptions): string[] {
  const values = new Map<string, string | boolean>(Object.entries(options));
  return Object.entries(update.input.flags).flatMap(([option, flag]) => {
    const value = values.get(option);
    if (value === undefined || ("default" in flag && flag.default === value)) return [];
    if (flag.kind === "toggle" || flag.kind === "negation") {
      return value === (flag.kind === "toggle") ? [longFlag(option, flag)] : [];
    }
    return [`${longFlag(option, flag)}=${String(value)}`];
  });
}
