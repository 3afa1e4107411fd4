import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { checkImage } from "../../core/image-reference.js";
import type { ImageBuilder } from "../../images/container-tool.js";
import { imageLabels } from "../../images/image-labels.js";
import type { ImageBuild } from "../../images/plan-build.js";
import { sourceDateEpoch } from "../../images/source-date.js";
import { readProject } from "../../project/file.js";
import { jsonOf } from "../../project/files.js";
import { rememberedBase } from "../../project/remembered-image.js";
import type { Context } from "../context.js";
import type { DockerBuildOptions, DockerPushOptions } from "../declared/images.js";
import { gitRevision } from "./git-revision.js";

/**
 * Returns the settings of an image build.
 *
 * @throws TsopError for an option that can never be valid, and `image/no-dockerfile`
 */
export async function imageBuild(
  image: string,
  builder: ImageBuilder,
  { options, context }: { readonly options: DockerBuildOptions; readonly context: Context },
): Promise<ImageBuild> {
  const { cwd, env } = context;
  const dockerfile = dockerfileText(cwd);
  const epoch = sourceDateEpoch(env["SOURCE_DATE_EPOCH"]);
  const { baseArg, buildArgs } = splitBuildArgs(checkBuildArgs(options.buildArg ?? []));
  const named = options.baseImage ?? baseArg ?? (env["BASE_IMAGE"] === "" ? undefined : env["BASE_IMAGE"]);
  const baseImage = named ?? lastBase(context);
  const base = baseImage ?? defaultBaseImage(dockerfile);
  return {
    image,
    baseImage,
    base,
    platform: options.platform,
    buildArgs,
    labels: imageLabels({
      projectName: readProject(cwd).projectName,
      packageJson: jsonOf(cwd, "package.json"),
      revision: await gitRevision(context),
      baseImage: base,
      created: env["SOURCE_DATE_EPOCH"] === undefined ? undefined : epoch,
    }),
    cache: options.cache ?? true,
    tlsVerify: checkTlsVerify(options, builder),
    epoch,
    toolArgs: checkToolArgs(options.args ?? []),
  };
}

/** @throws TsopError `usage/invalid-argument` where the tool leaves it to its engine */
export function checkTlsVerify({ tlsVerify = true }: DockerPushOptions, { tool }: ImageBuilder): boolean {
  if (tlsVerify || tool !== "docker") return tlsVerify;
  throw new TsopError(
    "usage/invalid-argument",
    "docker has no --tls-verify: its engine has this setting for each registry",
    {
      hint: 'Registries on loopback need no setting. For others, set "insecure-registries" in the engine\'s daemon.json, or pass --container-tool podman or none.',
    },
  );
}

/** @throws TsopError `usage/invalid-argument` for an argument that is not a flag, such as make's IMG=… */
export function checkToolArgs(args: readonly string[]): readonly string[] {
  const [first] = args;
  if (first === undefined || first.startsWith("-")) return args;
  const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(first) ?? [];
  throw new TsopError("usage/invalid-argument", `${JSON.stringify(first)} is not a flag`, {
    hint:
      name === undefined
        ? "Name the image with --img. Write arguments for the container tool after --, beginning with a flag."
        : `Unlike make, npm expects variables before the command: ${name}=${value ?? ""} npm run …`,
  });
}

/** @throws TsopError `usage/invalid-argument` for arguments of a tool, where tsop builds and pushes by itself */
export function checkNoToolArgs(args: readonly string[]): void {
  if (args.length === 0) return;
  throw new TsopError("usage/invalid-argument", `there is no container tool that could receive ${args.join(" ")}`, {
    hint: "Remove the arguments after --, or name a tool with --container-tool.",
  });
}

function checkBuildArgs(args: readonly string[]): readonly string[] {
  const wrong = args.find((arg) => !/^[A-Za-z_]\w*(?:=|$)/.test(arg));
  if (wrong === undefined) return args;
  throw new TsopError("usage/invalid-argument", `--build-arg ${JSON.stringify(wrong)} has no variable name`, {
    hint: "Write --build-arg NAME=VALUE, for an ARG NAME of the Dockerfile.",
  });
}

/** Treats `--build-arg BASE_IMAGE=NAME` as `--base-image NAME`. */
function splitBuildArgs(args: readonly string[]): { baseArg: string | undefined; buildArgs: readonly string[] } {
  const isBase = (arg: string): boolean => /^BASE_IMAGE(?:=|$)/.test(arg);
  const baseArg = args.findLast((arg) => arg.startsWith("BASE_IMAGE="))?.slice("BASE_IMAGE=".length);
  return { baseArg: baseArg === "" ? undefined : baseArg, buildArgs: args.filter((arg) => !isBase(arg)) };
}

export function dockerfileText(root: string): string {
  const file = path.join(root, "Dockerfile");
  if (existsSync(file)) return readFileSync(file, "utf8");
  throw new TsopError("image/no-dockerfile", "there is no Dockerfile here", {
    hint: "`tsop init` creates one. If you moved yours, move it back.",
  });
}

/** Returns the base image of the last run; all images of one project use the same base. */
function lastBase(context: Context): string | undefined {
  const base = rememberedBase(context);
  if (base === undefined) return undefined;
  context.output.note(`base image: ${base}, as last time (change it with --base-image NAME)`);
  return checkImage(base, ".tsop/image.json:");
}

/** Returns the default base image of the scaffolded Dockerfile. */
function defaultBaseImage(dockerfile: string): string | undefined {
  return /^ARG BASE_IMAGE=["']?([^\s"']+)/m.exec(dockerfile)?.[1];
}
