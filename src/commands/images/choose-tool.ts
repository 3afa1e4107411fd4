import { TsopError } from "../../core/errors.js";
import { nearest } from "../../core/suggest.js";
import {
  type ContainerProgram,
  type ContainerTool,
  containerTools,
  findTool,
  type ImageBuilder,
  probeArguments,
  toolBehind,
} from "../../images/container-tool.js";
import type { Context } from "../context.js";

/** A program that does not work. */
interface Failure {
  readonly kind: "fails";
  readonly file: string;
  /** The reason that the program printed; undefined if it is not installed. */
  readonly why: string | undefined;
}

/** The result of a test call of a program: it works, or the reason why not. */
type Probe = { readonly kind: "works"; readonly program: ContainerProgram } | Failure;

/** The builder without a program. */
const itself = { tool: "none" } as const;

/**
 * Returns the builder: from `--container-tool`, from CONTAINER_TOOL, the first working program on the PATH, or tsop itself
 * if no program works.
 *
 * @param preferred - the builder that is tried first
 * @throws TsopError `image/no-tool` for a named tool that does not work, or `usage/invalid-argument` for a tool that tsop
 * does not support
 */
export async function chooseTool(
  named: string | undefined,
  context: Context,
  preferred?: string,
): Promise<ImageBuilder> {
  const variable = context.env["CONTAINER_TOOL"] ?? "";
  if ((named ?? (variable === "" ? preferred : variable)) === itself.tool) return itself;
  if (named !== undefined) return namedTool(named, "--container-tool", context);
  if (variable !== "") return namedTool(variable, "CONTAINER_TOOL", context);
  const passedOver: Failure[] = [];
  for (const file of [
    ...(preferred === undefined ? [] : [preferred]),
    ...containerTools.filter((tool) => tool !== preferred),
  ]) {
    const tool = findTool(file);
    if (tool === undefined) continue;
    const probe = await ask(file, tool, context);
    if (probe.kind === "works") {
      for (const failed of passedOver) if (failed.why !== undefined) context.output.note(describe(failed));
      return probe.program;
    }
    passedOver.push(probe);
  }
  context.output.note(
    `No container tool works on this machine (${passedOver.map(describe).join("; ")}), so tsop builds and pushes the image itself.`,
  );
  return itself;
}

async function namedTool(file: string, from: string, context: Context): Promise<ContainerProgram> {
  const tool = findTool(file);
  if (tool === undefined) {
    throw new TsopError(
      "usage/invalid-argument",
      `${from} ${JSON.stringify(file)} is not a container tool that tsop supports`,
      {
        hint: `Name one of ${containerTools.join(", ")}, a path to one, or none.${meant(file)}`,
      },
    );
  }
  const probe = await ask(file, tool, context);
  if (probe.kind === "works") return probe.program;
  throw new TsopError("image/no-tool", describe(probe), {
    hint:
      probe.why === undefined
        ? `Install it, put it on the PATH, or name another tool with ${from}.`
        : `Start its engine, or name another tool with ${from}.`,
  });
}

async function ask(file: string, tool: ContainerTool, { exec, cwd, env, signal }: Context): Promise<Probe> {
  try {
    const { exitCode, stdout, stderr } = await exec(file, probeArguments, { cwd, env, signal });
    signal.throwIfAborted();
    if (exitCode === 0) return { kind: "works", program: { file, tool: toolBehind(tool, stdout) } };
    return { kind: "fails", file, why: stderr.trim().split("\n").at(-1) ?? "" };
  } catch (error) {
    if (error instanceof TsopError && error.code === "exec/not-found") return { kind: "fails", file, why: undefined };
    throw error;
  }
}

function describe({ file, why }: Failure): string {
  if (why === undefined) return `${file} is not installed`;
  return `${file} is installed, but does not work (${why === "" ? "it reports no reason" : why})`;
}

function meant(file: string): string {
  const found = nearest(file, [...containerTools, itself.tool]);
  return found === undefined ? "" : ` Did you mean ${found}?`;
}
