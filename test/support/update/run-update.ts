import { exec } from "../../../src/cli/exec.js";
import type { CommandResult, ExecResult } from "../../../src/commands/context.js";
import type { UpdateOptions } from "../../../src/commands/declared/update.js";
import { update } from "../../../src/commands/update/update.js";
import { type Recording, recordingContext } from "../recording-context.js";
import { printProblems, refusalIn } from "../refusal.js";

export type Npm = (args: readonly string[]) => ExecResult;

export function contextOf(root: string, { npm, env = {} }: { npm?: Npm; env?: Record<string, string> } = {}) {
  const recording = recordingContext({ cwd: root, env });
  return {
    ...recording,
    exec: (async (file, args, options) => {
      recording.recording.executed.push({ file, args, cwd: options.cwd });
      if (file === "npm") return npm?.(args) ?? { exitCode: 0, terminatedBy: undefined, stdout: "", stderr: "" };
      return exec(file, args, options);
    }) satisfies typeof exec,
  };
}

/** Runs `tsop update` with an npm that answers as `world` says; by default, it succeeds and does nothing. */
export async function runUpdate(
  root: string,
  options: Partial<UpdateOptions> = {},
  world: Parameters<typeof contextOf>[1] = {},
): Promise<CommandResult & { readonly recording: Recording }> {
  const context = contextOf(root, world);
  return { ...(await update({ conflicts: "markers", ...options }, context)), recording: context.recording };
}

export async function refusedUpdate(root: string, options: Partial<UpdateOptions> = {}, npm?: Npm): Promise<string> {
  const world = npm === undefined ? {} : { npm };
  return printProblems(await refusalIn(root, () => runUpdate(root, options, world)));
}
