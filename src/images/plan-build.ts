import type { ContainerTool } from "./container-tool.js";
import type { ToolCommand } from "./tool-command.js";

/** The settings of an image build, for any tool. */
export interface ImageBuild {
  readonly image: string;
  /** The base image that replaces the base image in the Dockerfile. */
  readonly baseImage?: string | undefined;
  /** The resolved base image, if known. */
  readonly base?: string | undefined;
  /** The platform: `linux/arm64`; undefined uses the tool's default. */
  readonly platform?: string | undefined;
  /** The build arguments: `NAME=value`. */
  readonly buildArgs: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  readonly cache: boolean;
  readonly tlsVerify: boolean;
  /** The time of all files in the image, in seconds since 1970. */
  readonly epoch: number;
  /** Arguments that tsop passes on to the tool unchanged. */
  readonly toolArgs: readonly string[];
  /** The file to which the tool writes the image's ID. */
  readonly idFile?: string | undefined;
}

/** Returns the command that builds an image from the Dockerfile in the current folder. */
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

/** Returns the flags of all builds with a tool. */
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

/** Returns the flags that let podman and buildah use a registry with an untrusted certificate, or without one. */
export function tlsFlags(tool: ContainerTool, { tlsVerify }: { readonly tlsVerify: boolean }): string[] {
  return !tlsVerify && (tool === "podman" || tool === "buildah") ? ["--tls-verify=false"] : [];
}

/** Returns the same for nerdctl, whose flag precedes its command. */
export function globalFlags(tool: ContainerTool, { tlsVerify }: { readonly tlsVerify: boolean }): string[] {
  return !tlsVerify && tool === "nerdctl" ? ["--insecure-registry"] : [];
}

/**
 * The flags for a reproducible build. BuildKit accepts the time as a build argument. The other tools set all times in
 * the image to the given time, and write their own version into a label by default.
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

/** An attestation contains the build time. Newer versions of podman and buildah read the variable in addition to the flag. */
export const environment: Readonly<Record<ContainerTool, Pick<ToolCommand, "env">>> = {
  docker: { env: { BUILDX_NO_DEFAULT_ATTESTATIONS: "1" } },
  podman: { env: { SOURCE_DATE_EPOCH: undefined } },
  buildah: { env: { SOURCE_DATE_EPOCH: undefined } },
  nerdctl: {},
};
