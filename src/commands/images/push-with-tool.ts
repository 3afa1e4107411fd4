import { defined } from "../../core/defined.js";
import type { ContainerProgram } from "../../images/container-tool.js";
import { digestInOutput, planPush } from "../../images/plan-push.js";
import { printCommand } from "../../images/tool-command.js";
import type { CommandResult, Context } from "../context.js";
import { checkTlsVerify } from "./image-options.js";
import { withResultFile } from "./result-file.js";
import { runTool } from "./run-tool.js";

/** Pushes an image that the tool has built. @throws TsopError `usage/invalid-argument`, `image/tool-failed` */
export async function pushWithTool(
  program: ContainerProgram,
  image: string,
  options: { readonly tlsVerify?: boolean; readonly dryRun?: boolean },
  context: Context,
): Promise<CommandResult> {
  const { tool } = program;
  const push = { image, tlsVerify: checkTlsVerify(options, program), toolArgs: [] };
  if (options.dryRun === true) {
    const command = printCommand(program, planPush(tool, push));
    return { text: command, json: { image, tool, commands: [command], dryRun: true } };
  }
  const digest = await withResultFile(context.cwd, async (digestFile, read) => {
    const { stdout } = await runTool(program, planPush(tool, { ...push, digestFile }), context);
    return read() ?? digestInOutput(stdout);
  });
  return {
    text: `pushed ${image}${digest === undefined ? "" : ` (${digest})`}`,
    json: defined({ image, tool, digest }),
  };
}
