import { defined } from "../../core/defined.js";
import { TsopError } from "../../core/errors.js";
import type { ContainerProgram } from "../../images/container-tool.js";
import { explainFailure } from "../../images/explain-failure.js";
import { printCommand, type ToolCommand } from "../../images/tool-command.js";
import type { Context, ExecResult } from "../context.js";

/**
 * Runs a container tool in the project, and shows its output as it arrives.
 *
 * @throws TsopError `image/tool-failed` with the end of the output, or `interrupted`
 */
export async function runTool(program: ContainerProgram, command: ToolCommand, context: Context): Promise<ExecResult> {
  const { cwd, env, signal, output } = context;
  signal.throwIfAborted();
  const progress = output.progress(`${command.does} with ${program.file}`);
  const lines: string[] = [];
  const onLine = (line: string): void => {
    if (line.trim() === "") return;
    lines.push(line);
    progress.update(line);
  };
  try {
    const result = await context.exec(program.file, command.args, {
      cwd,
      env: { ...env, ...command.env },
      signal,
      onLine,
    });
    if (signal.aborted) throw interrupted(program, command, signal);
    if (result.exitCode === 0) return result;
    // Do not repeat lines that the log already contains.
    throw failed(program, command, { result, lines, isSaid: progress.isLog });
  } finally {
    progress.done();
  }
}

/** Removes intermediate results, even after a signal. Ignores missing ones. */
export async function cleanUp(
  program: ContainerProgram,
  commands: readonly ToolCommand[],
  { cwd, env, exec }: Context,
): Promise<void> {
  const { signal } = new AbortController();
  for (const { args } of commands) await exec(program.file, args, { cwd, env, signal });
}

export function interrupted(program: ContainerProgram, { does }: ToolCommand, signal: AbortSignal): TsopError {
  return new TsopError("interrupted", `stopped by ${String(signal.reason)} while ${does} with ${program.file}`, {
    hint: "tsop has recorded nothing. Repeat the command.",
  });
}

function failed(
  program: ContainerProgram,
  command: ToolCommand,
  {
    result,
    lines,
    isSaid,
  }: { readonly result: ExecResult; readonly lines: readonly string[]; readonly isSaid: boolean },
): TsopError {
  const how =
    result.exitCode === undefined
      ? `was stopped by ${result.terminatedBy ?? "?"}`
      : `exited with status ${result.exitCode}`;
  const said = isSaid ? "" : lines.slice(-20).join("\n");
  const hint = explainFailure(lines.join("\n"), program.file);
  const message = `${printCommand(program, command)} ${how}${said === "" ? "" : `:\n${said}`}`;
  return new TsopError("image/tool-failed", message, defined({ hint }));
}
