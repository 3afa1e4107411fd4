/** Finds the digest of a build's base image with each tool. */
import { isImageDigest } from "../core/image-reference.js";
import { readJson, text } from "../core/json-fields.js";
import type { ContainerTool } from "./container-tool.js";
import { globalFlags, tlsFlags } from "./plan-build.js";
import type { ToolCommand } from "./tool-command.js";

export interface BaseLookup {
  readonly base: string;
  readonly platform?: string | undefined;
  readonly tlsVerify: boolean;
  /** Whether the build pulls the image again even if the tool already stores it. */
  readonly isPulled: boolean;
}

/**
 * A step of the lookup. `pull` pulls the image, as the build would; if it fails, no digest is available. `ask` prints
 * the digest.
 */
export type BaseStep =
  | { readonly kind: "pull"; readonly command: ToolCommand }
  | {
      readonly kind: "ask";
      readonly command: ToolCommand;
      /**
       * Whether the digest comes from the registry, so that the build can refer to it. The digest of a local store may
       * belong to an image that only exists locally; in that case, the build uses the tag.
       */
      readonly isOfRegistry: boolean;
    };

/** Returns the steps to find the digest. The first digest that a step prints counts. */
export function planBaseLookup(tool: ContainerTool, lookup: BaseLookup): BaseStep[] {
  const { base, platform, isPulled } = lookup;
  const ask = (isOfRegistry: boolean, ...args: string[]): BaseStep => ({
    kind: "ask",
    isOfRegistry,
    command: { does: "reading the digest of the base image", args: [...args, base] },
  });
  const platforms = platform === undefined ? [] : ["--platform", platform];
  const args = [...globalFlags(tool, lookup), "pull", "--quiet", ...tlsFlags(tool, lookup), ...platforms, base];
  const pull: BaseStep = { kind: "pull", command: { does: "pulling the base image", args } };
  /** For tools that build on the stored image, and pull an image only if none is stored. */
  const inStore = (question: BaseStep): BaseStep[] =>
    isPulled || platform !== undefined ? [pull, question] : [question, pull, question];
  switch (tool) {
    case "docker":
      return [
        ask(true, "buildx", "imagetools", "inspect", "--format", "{{json .Manifest}}"),
        ask(false, "image", "inspect", "--format", "{{json .RepoDigests}}"),
      ];
    case "podman":
      return inStore(ask(false, "image", "inspect", "--format", "{{.Digest}}"));
    case "buildah":
      return inStore(ask(false, "inspect", "--type", "image", "--format", "{{.FromImageDigest}}"));
    case "nerdctl":
      // Its builder always queries the registry, whatever the store contains.
      return [pull, ask(true, "image", "inspect", "--format", "{{json .RepoDigests}}")];
    default:
      return tool satisfies never;
  }
}

/** Returns the digest in an output; undefined if it contains none or several. */
export function baseDigestIn(answer: string): string | undefined {
  const trimmed = answer.trim();
  const value = readJson(trimmed);
  const named = Array.isArray(value)
    ? value.map((each: unknown) => (typeof each === "string" ? each.slice(each.indexOf("@") + 1) : ""))
    : [typeof value === "object" ? text(value, "digest") : trimmed];
  const [digest, ...others] = new Set(named);
  return others.length === 0 && isImageDigest(digest) ? digest : undefined;
}
