/** The plugin deploy-image: `create api` scaffolds a kind whose operator runs an image in a Deployment. */
import { definePlugin } from "../../../plugin/plugin.js";
import type { Templates } from "../../../scaffold/templates.js";
import { createApi } from "./create-api.js";
import { deleteKind } from "./delete-kind.js";
import { flags } from "./flags.js";

export function deployImage(templates: Templates) {
  return definePlugin({
    name: "deploy-image",
    description: "Scaffolds a kind whose operator runs an image in a Deployment.",
    flags,
    commands: {
      "create api": (input) => (input.requested ? createApi(input, templates) : {}),
      "delete api": (input) => deleteKind(input, templates),
      "delete controller": (input) => deleteKind(input, templates),
    },
  });
}
