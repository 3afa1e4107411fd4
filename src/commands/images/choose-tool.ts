import { TsopError } from "../../core/errors.js";
import { nearest } from "../../core/suggest.js";
import {
  type ContainerProgram,
  type ContainerTool,
  containerTools,
  findTool,
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

/**
 * Returns the program that builds and pushes: from `--container-tool`, from CONTAINER_TOOL, or the first working
 * program on the PATH.
 *
 * @param preferred - the tool that is tried first
 * @throws TsopError `image/no-tool`, or `usage/invalid-argument` for a tool that tsop does not support
 */
export async function chooseTool(
  named: string | undefined,
  context: Context,
  preferred?: string,
): Promise<ContainerProgram> {
  const variable = context.env["CONTAINER_TOOL"] ?? "";
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
  throw new TsopError(
    "image/no-tool",
    `no program for building images works on this machine: ${passedOver.map(describe).join("; ")}`,
    {
      hint: "Install docker, podman, buildah or nerdctl, or start its engine. For a program outside the PATH, pass --container-tool PATH or set CONTAINER_TOOL.",
    },
  );
}

async function namedTool(file: string, from: string, context: Context): Promise<ContainerProgram> {
  const tool = findTool(file);
  if (tool === undefined) {
    throw new TsopError(
      "usage/invalid-argument",
      `${from} ${JSON.stringify(file)} is not a container tool that tsop supports`,
      {
        hint: `Name one of ${containerTools.join(", ")}, or a path to one.${meant(file)}`,
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
  const found = nearest(file, containerTools);
  return found === undefined ? "" : ` Did you mean ${found}?`;
}
