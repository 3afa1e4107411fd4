/** The commands that delete what `create` created. */
import { declare } from "./declare.js";
import { type Input, list, type OptionsOf, text, toggle } from "./flags.js";
import { plugins, preview } from "./shared.js";

const group = text("<group>", "API group, without the domain (default: none; the domain is the group)");
const kind = text("<kind>", "kind of the project, such as Bar");
const forceEdited = toggle("also delete files that you have edited, and show the lost lines");

const deleteApiInput = {
  flags: {
    group,
    version: text("<version>", "API version, such as v1 (default: all versions of the kind)"),
    kind,
    plugins,
    ...preview,
    force: forceEdited,
  },
} as const satisfies Input;

export type DeleteApiOptions = OptionsOf<typeof deleteApiInput>;

export const deleteApi = declare({
  path: "delete api",
  summary: "delete a kind or one of its versions",
  description:
    "Deletes a kind, or one version of it: its types, controller, webhooks, tests, samples, roles and CRD, their lines in\n" +
    "main.ts and in kustomizations, and its entry in PROJECT. Calls no cluster.",
  input: deleteApiInput,
  more: `
Examples:
  tsop delete api --group foo --kind Bar --dry-run
  tsop delete api --group foo --version v1 --kind Bar

tsop deletes nothing while other code uses what it would delete, or if you have edited one of the
files; --force also deletes edited files.`,
  load: async () => (await import("../delete-api.js")).deleteApi,
});

const deleteControllerInput = {
  flags: {
    group,
    kind,
    controllerName: text("<name>", "name of the controller (default: the only controller of the kind)"),
    plugins,
    ...preview,
    force: forceEdited,
  },
} as const satisfies Input;

export type DeleteControllerOptions = OptionsOf<typeof deleteControllerInput>;

export const deleteController = declare({
  path: "delete controller",
  summary: "delete the controller of a kind",
  description:
    "Deletes the controller of a kind with its test, and its lines in main.ts. Keeps the kind. Calls no cluster.",
  input: deleteControllerInput,
  more: `
Examples:
  tsop delete controller --group foo --kind Bar
  tsop delete controller --group foo --kind Bar --controller-name bar-backup
  tsop delete controller --group apps --kind Deployment --diff`,
  load: async () => (await import("../delete-controller.js")).deleteController,
});

const deleteWebhookInput = {
  flags: {
    group,
    version: text("<version>", "version of the kind (default: its only version with webhooks)"),
    kind: text("<kind>", "kind of the project or of Kubernetes, such as Bar or Pod"),
    defaulting: toggle("delete the defaulting (mutating) webhook"),
    programmaticValidation: toggle("delete the validating webhook"),
    conversion: toggle("delete the conversion webhook; --version is the hub"),
    spoke: list("<versions>", "with --conversion: only these versions, separated by commas (repeatable)"),
    plugins,
    ...preview,
    force: forceEdited,
  },
} as const satisfies Input;

export type DeleteWebhookOptions = OptionsOf<typeof deleteWebhookInput>;

export const deleteWebhook = declare({
  path: "delete webhook",
  summary: "delete webhooks of a kind",
  description:
    "Deletes webhooks of a kind with their tests. With the last webhook of the project, also deletes the manifests that\n" +
    "connect the API server to it. Without the name of a webhook, deletes all webhooks of the version. Calls no cluster.",
  input: deleteWebhookInput,
  more: `
Examples:
  tsop delete webhook --group foo --version v1 --kind Bar
  tsop delete webhook --group foo --version v1 --kind Bar --defaulting
  tsop delete webhook --group foo --version v2 --kind Bar --conversion --spoke v1`,
  load: async () => (await import("../delete-webhook.js")).deleteWebhook,
});
