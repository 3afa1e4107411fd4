import type { ContainerTool } from "./container-tool.js";
import { globalFlags, tlsFlags } from "./plan-build.js";
import type { ToolCommand } from "./tool-command.js";

export interface ImagePush {
  readonly image: string;
  readonly tlsVerify: boolean;
  readonly toolArgs: readonly string[];
  /** The file to which podman and buildah write the digest. */
  readonly digestFile?: string | undefined;
}

/** Returns the command that pushes an image to its registry. */
export function planPush(tool: ContainerTool, push: ImagePush): ToolCommand {
  const flags = [...tlsFlags(tool, push), ...digestFlags(tool, push.digestFile), ...push.toolArgs];
  return { does: "pushing", args: [...globalFlags(tool, push), "push", ...flags, push.image] };
}

function digestFlags(tool: ContainerTool, digestFile: string | undefined): string[] {
  const writesDigest = tool === "podman" || tool === "buildah";
  return digestFile !== undefined && writesDigest ? ["--digestfile", digestFile] : [];
}

/** Returns the digest that docker prints after a push: `v1: digest: sha256:… size: 1234`. */
export function digestInOutput(output: string): string | undefined {
  return /\bdigest: (sha256:[0-9a-f]{64})\b/.exec(output)?.[1];
}

/** Returns the command that prints the digest with nerdctl, whose push does not print it. */
export function planInspectDigest(image: string): ToolCommand {
  return { does: "reading the digest", args: ["image", "inspect", "--format", "{{json .RepoDigests}}", image] };
}

/** Returns the digest in `["registry/demo@sha256:…"]`. */
export function digestOfRepository(output: string): string | undefined {
  return /@(sha256:[0-9a-f]{64})"/.exec(output)?.[1];
}
