import type { ContainerTool } from "./container-tool.js";
import type { ToolCommand } from "./tool-command.js";

/** What an image is made with, whichever tool makes it. */
export interface ImageBuild {
  readonly image: string;
  /** In the place of the one that the Dockerfile names. */
  readonly baseImage?: string | undefined;
  /** What it is built on in the end, where that is known. */
  readonly base?: string | undefined;
  /** `linux/arm64`; the tool's own when none is named. */
  readonly platform?: string | undefined;
  /** `NAME=value`. */
  readonly buildArgs: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly cache: boolean;
  readonly tlsVerify: boolean;
  /** Seconds since 1970: the time of all that is in the image. */
  readonly epoch: number;
  /** Passed on to the tool as they are. */
  readonly toolArgs: readonly string[];
  /** Where the tool writes the image's ID. */
  readonly idFile?: string | undefined;
}

/** The command that builds an image from the Dockerfile of the present folder. */
export function planBuild(tool: ContainerTool, build: ImageBuild): ToolCommand {
  const { platform, idFile } = build;
  return {
    does: platform === undefined ? "building" : `building for ${platform}`,
    args: [
      ...globalFlags(tool, build),
      "build",
      ...buildFlags(tool, build),
      ...(platform === undefined ? [] : ["--platform", platform]),
      ...(idFile === undefined ? [] : ["--iidfile", idFile]),
      "--tag",
      build.image,
      ...build.toolArgs,
      ".",
    ],
    ...environment[tool],
  };
}

/** What all builds with a tool have. */
export function buildFlags(tool: ContainerTool, build: ImageBuild): string[] {
  const { baseImage, buildArgs, labels, cache } = build;
  return [
    ...reproducible[tool](build.epoch),
    ...(baseImage === undefined ? [] : ["--build-arg", `BASE_IMAGE=${baseImage}`]),
    ...buildArgs.flatMap((arg) => ["--build-arg", arg]),
    ...Object.entries(labels).flatMap(([name, value]) => ["--label", `${name}=${value}`]),
    ...(cache ? [] : ["--no-cache"]),
    ...tlsFlags(tool, build),
  ];
}

/** What tells podman and buildah to talk to a registry whose certificate nobody vouches for, or that has none. */
export function tlsFlags(tool: ContainerTool, { tlsVerify }: { readonly tlsVerify: boolean }): string[] {
  return !tlsVerify && (tool === "podman" || tool === "buildah") ? ["--tls-verify=false"] : [];
}

/** The same for nerdctl, before its command. */
export function globalFlags(tool: ContainerTool, { tlsVerify }: { readonly tlsVerify: boolean }): string[] {
  return !tlsVerify && tool === "nerdctl" ? ["--insecure-registry"] : [];
}

/**
 * BuildKit takes the time as a build argument. The others set all times in the image to it, and write their own version
 * into a label unless told not to.
 */
const reproducible: Readonly<Record<ContainerTool, (epoch: number) => string[]>> = {
  docker: buildKitTime,
  podman: buildahTime,
  buildah: buildahTime,
  nerdctl: buildKitTime,
};

function buildKitTime(epoch: number): string[] {
  return ["--build-arg", `SOURCE_DATE_EPOCH=${epoch}`];
}

function buildahTime(epoch: number): string[] {
  return ["--timestamp", String(epoch), "--identity-label=false"];
}

/** An attestation holds the time of the build; newer versions of podman and buildah read the variable beside the flag. */
export const environment: Readonly<Record<ContainerTool, Pick<ToolCommand, "env">>> = {
  docker: { env: { BUILDX_NO_DEFAULT_ATTESTATIONS: "1" } },
  podman: { env: { SOURCE_DATE_EPOCH: undefined } },
  buildah: { env: { SOURCE_DATE_EPOCH: undefined } },
  nerdctl: {},
};
