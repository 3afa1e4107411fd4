/** The flags of the plugin deploy-image. `create api` declares them itself, because `--image` alone selects the plugin. */
import type { PluginFlags, PluginFlagValues } from "../../../plugin/flags.js";
import type { PluginInput } from "../../../plugin/input.js";

export const flags = {
  image: { type: "string", description: "the image to run" },
  imageContainerCommand: { type: "string", description: "the command of the container, separated by commas" },
  imageContainerPort: { type: "number", description: "the port of the container" },
  port: { type: "number", description: "the same as --image-container-port" },
  runAsUser: { type: "number", description: "the user ID of the container" },
} as const satisfies PluginFlags;

export type DeployImageFlags = typeof flags;
export type Values = PluginFlagValues<DeployImageFlags>;
export type DeployImageInput = PluginInput<DeployImageFlags>;

/** The names of the flags. */
export const deployImageFlags = Object.keys(flags);

export const deployImageKey = "deploy-image";
