/** How each tool tells the digest of the image that a build stands on. */
import { isImageDigest } from "../core/image-reference.js";
import { readJson, text } from "../core/json-fields.js";
import type { ContainerTool } from "./container-tool.js";
import { globalFlags, tlsFlags } from "./plan-build.js";
import type { ToolCommand } from "./tool-command.js";

export interface BaseLookup {
  readonly base: string;
  readonly platform?: string | undefined;
  readonly tlsVerify: boolean;
  /** The build fetches the image again, also where the tool has one of the name. */
  readonly isPulled: boolean;
}

/** `pull` fetches the image, as the build would; without success there is nothing to ask about. `ask` prints its digest. */
export type BaseStep =
  | { readonly kind: "pull"; readonly command: ToolCommand }
  | {
      readonly kind: "ask";
      readonly command: ToolCommand;
      /**
       * The digest is that of the registry, which the build can name. That of a store may be of an image that was only made here: a
       * build by the tag takes it.
       */
      readonly isOfRegistry: boolean;
    };

/** What leads to the digest: the first answer counts. */
export function planBaseLookup(tool: ContainerTool, lookup: BaseLookup): BaseStep[] {
  const { base, platform, isPulled } = lookup;
  const ask = (isOfRegistry: boolean, ...args: string[]): BaseStep => ({
    kind: "ask",
    isOfRegistry,
    command: { does: "looking for the digest of the base image", args: [...args, base] },
  });
  const platforms = platform === undefined ? [] : ["--platform", platform];
  const args = [...globalFlags(tool, lookup), "pull", "--quiet", ...tlsFlags(tool, lookup), ...platforms, base];
  const pull: BaseStep = { kind: "pull", command: { does: "fetching the base image", args } };
  /** These build on the image that they have, and fetch it where they have none. */
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
      // Its builder asks the registry, whatever is in the store.
      return [pull, ask(true, "image", "inspect", "--format", "{{json .RepoDigests}}")];
    default:
      return tool satisfies never;
  }
}

/** The digest that an answer names; undefined where it names none, or several. */
export function baseDigestIn(answer: string): string | undefined {
  const trimmed = answer.trim();
  const value = readJson(trimmed);
  const named = Array.isArray(value)
    ? value.map((each: unknown) => (typeof each === "string" ? each.slice(each.indexOf("@") + 1) : ""))
    : [typeof value === "object" ? text(value, "digest") : trimmed];
  const [digest, ...others] = new Set(named);
  return others.length === 0 && isImageDigest(digest) ? digest : undefined;
}
