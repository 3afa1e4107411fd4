import { TsopError } from "../../core/errors.js";
import { isImageDigest } from "../../core/image-reference.js";
import { baseDigestIn, planBaseLookup, type BaseStep } from "../../images/base-digest.js";
import type { ContainerProgram } from "../../images/container-tool.js";
import type { ImageBuild } from "../../images/plan-build.js";
import { type BuiltOn, lastBuiltOn } from "../../project/remembered-image.js";
import type { Context } from "../context.js";
import { interrupted, runTool } from "./run-tool.js";

/** A build whose base image is resolved, if possible. */
export interface ResolvedBuild<Build extends ImageBuild> {
  readonly plan: Build;
  /** Undefined if the digest is not known. */
  readonly on: BuiltOn | undefined;
}

/**
 * Finds the digest of the base image, and adds it to the labels and to the list of packages. If it cannot find the
 * digest, prints a note and continues the build with the tag.
 *
 * @param platforms - of all images of the build; the tool's own where none is named
 * @throws TsopError `interrupted`
 */
export async function resolveBase<Build extends ImageBuild>(
  program: ContainerProgram,
  plan: Build,
  { platforms, context }: { readonly platforms: readonly string[]; readonly context: Context },
): Promise<ResolvedBuild<Build>> {
  const { base } = plan;
  if (base === undefined) return { plan, on: undefined };
  const [name = base, given] = base.split("@");
  const found: Found =
    given === undefined ? await find(program, plan, name, platforms, context) : { digest: given, isOfRegistry: false };
  const { digest } = found;
  if (!isImageDigest(digest)) {
    if (given === undefined)
      context.output.note(
        `The digest of the base image ${name} is not known (${found.why ?? ""}); the build uses the tag.`,
      );
    return { plan, on: undefined };
  }
  const on: BuiltOn = { name, digest, tool: program.tool, platforms: platforms.join(",") };
  const exact = buildOn(plan, on, context);
  return { plan: { ...exact, ...(found.isOfRegistry ? { baseImage: exact.base } : {}) }, on };
}

/** Sets the digest of the base image in a build and its labels. Prints a note if it differs from the last build. */
export function buildOn<Build extends ImageBuild>(
  plan: Build,
  on: BuiltOn,
  context: Context,
): Build & { base: string } {
  const before = lastBuiltOn(context, on);
  if (before !== undefined && before !== on.digest) {
    context.output.note(
      `The base image ${on.name} has changed since the last build: it was ${before}, and is now ${on.digest}.`,
    );
  }
  const labels = { ...plan.labels, "org.opencontainers.image.base.digest": on.digest };
  return { ...plan, base: `${on.name}@${on.digest}`, labels };
}

/** Returns the base image for programs that read the result. */
export function baseOf(on: BuiltOn | undefined): { base?: { name: string; digest: string } } {
  return on === undefined ? {} : { base: { name: on.name, digest: on.digest } };
}

interface Found {
  readonly digest?: string;
  /** Whether a build can refer to the digest. */
  readonly isOfRegistry: boolean;
  /** Why the digest is not known. */
  readonly why?: string;
}

async function find(
  program: ContainerProgram,
  { toolArgs, tlsVerify }: ImageBuild,
  base: string,
  platforms: readonly string[],
  context: Context,
): Promise<Found> {
  const { tool, file } = program;
  if (platforms.length > 1 && (tool === "podman" || tool === "buildah")) {
    return { isOfRegistry: false, why: `${file} has a separate image for each platform` };
  }
  const isPulled = toolArgs.some((arg) => arg.startsWith("--pull"));
  const lookup = { base, platform: platforms.length === 0 ? undefined : platforms.join(","), tlsVerify, isPulled };
  let why = `${file} does not report it`;
  for (const step of planBaseLookup(tool, lookup)) {
    const { answer, fault } = await take(program, step, context);
    if (fault !== "") why = fault;
    if (step.kind === "ask") {
      const digest = baseDigestIn(answer);
      if (digest !== undefined) return { digest, isOfRegistry: step.isOfRegistry };
    } else if (fault !== "") break;
  }
  return { isOfRegistry: false, why };
}

/** Runs a program. Returns its output, or why it failed. */
async function take(
  program: ContainerProgram,
  { kind, command }: BaseStep,
  context: Context,
): Promise<{ readonly answer: string; readonly fault: string }> {
  const { cwd, env, signal, exec } = context;
  try {
    // A query may fail silently. A command that downloads an image shows its progress.
    const { exitCode, stdout, stderr } =
      kind === "pull"
        ? await runTool(program, command, context)
        : await exec(program.file, command.args, { cwd, env, signal });
    if (signal.aborted) throw interrupted(program, command, signal);
    return {
      answer: exitCode === 0 ? stdout : "",
      fault: exitCode === 0 ? "" : stderr.trim().split("\n").at(-1) || `${program.file} failed`,
    };
  } catch (error) {
    if (!(error instanceof TsopError) || error.code !== "image/tool-failed") throw error;
    return { answer: "", fault: error.message.split("\n").at(-1) ?? "" };
  }
}
