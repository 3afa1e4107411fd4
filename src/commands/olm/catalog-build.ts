import path from "node:path";
import { checkImage } from "../../core/image-reference.js";
import { TsopError } from "../../core/errors.js";
import type { ContainerProgram } from "../../images/container-tool.js";
import { planBuild } from "../../images/plan-build.js";
import { sourceDateEpoch } from "../../images/source-date.js";
import { printCommand, type ToolCommand } from "../../images/tool-command.js";
import { Tree } from "../../machinery/tree.js";
import { catalogDockerfile, dockerfileNames } from "../../olm/catalog/dockerfile.js";
import type { CommandResult, Context } from "../context.js";
import type { CatalogBuildOptions } from "../declared/catalog.js";
import { finishPlan } from "../file-plan.js";
import { chooseTool } from "../images/choose-tool.js";
import { checkTlsVerify } from "../images/image-options.js";
import { runTool } from "../images/run-tool.js";
import { openFiles } from "../open-files.js";
import { projectPath } from "../output-options.js";
import { assembleCatalog } from "./assemble-catalog.js";
import { defaultCatalog, openCatalog } from "./open-catalog.js";

/**
 * Builds the image of a valid catalog: from its Dockerfile with a container tool, or without one. Creates a missing Dockerfile.
 *
 * @throws TsopError the faults of the catalog, `usage/invalid-argument`, and `image/…`
 */
export async function catalogBuild(options: CatalogBuildOptions, context: Context): Promise<CommandResult> {
  const { dir = defaultCatalog, img: image = "", dryRun = false } = options;
  if (image === "") {
    throw new TsopError("usage/invalid-argument", "the image of the catalog is missing", { hint: "Pass --img IMAGE." });
  }
  checkImage(image, "--img");
  const folder = projectPath("the folder", dir, context.cwd, "folder");
  openCatalog(folder, context.cwd);
  const program = await chooseTool(options.containerTool, context);
  const { tool } = program;
  if (tool === "none") {
    if (dryRun) return { text: `tsop assembles ${image}`, json: { image, tool, commands: [], dryRun } };
    const digest = assembleCatalog(image, folder, context);
    return { text: `built ${image} without a container tool (${digest})`, json: { image, tool, digest } };
  }
  const command = commandOf(program, folder, { ...options, image }, context);
  if (dryRun) {
    const printed = printCommand(program, command);
    return { text: printed, json: { image, tool, commands: [printed], dryRun } };
  }
  const created = await writeDockerfile(folder, context);
  await runTool(program, command, { ...context, cwd: path.resolve(context.cwd, path.posix.dirname(folder)) });
  return {
    text: [...created, `built ${image} with ${program.file}`].join("\n"),
    json: { image, tool },
  };
}

interface Build extends CatalogBuildOptions {
  readonly image: string;
}

/** Returns the command in the folder that contains the catalog: its Dockerfile is beside it, as opm's. */
function commandOf(program: ContainerProgram, folder: string, build: Build, { env }: Context): ToolCommand {
  const { tool } = program;
  const { dockerfile, dockerignore } = dockerfileNames(path.posix.basename(folder));
  const isBuildah = tool === "podman" || tool === "buildah";
  return planBuild(tool, {
    ...{ image: build.image, buildArgs: [], labels: {}, cache: true },
    tlsVerify: checkTlsVerify(build, program),
    epoch: sourceDateEpoch(env["SOURCE_DATE_EPOCH"]),
    toolArgs: ["--file", dockerfile, ...(isBuildah ? ["--ignorefile", dockerignore] : [])],
  });
}

/** Creates the files that do not exist. @returns the lines for users */
async function writeDockerfile(folder: string, context: Context): Promise<string[]> {
  const tree = new Tree(openFiles(context.cwd, context));
  for (const [name, content] of catalogDockerfile(path.posix.basename(folder))) {
    const file = path.posix.join(path.posix.dirname(folder), name);
    if (!tree.exists(file)) tree.create(file, content);
  }
  const actions = tree.actions();
  if (actions.length === 0) return [];
  return [(await finishPlan(context.cwd, { actions, json: {} }, {})).text];
}
