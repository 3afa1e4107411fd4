/** The plugin deploy-image: `create api` scaffolds a kind whose operator runs an image in a Deployment. */
import { isImageName } from "../../core/image-reference.js";
import { field } from "../../core/json-fields.js";
import { isList, isSameJson, type JsonValue } from "../../core/json.js";
import { addItem } from "../../core/yaml-splice.js";
import { definePlugin } from "../../plugin/plugin.js";
import type { PluginAction } from "../../plugin/actions.js";
import type { PluginFlags, PluginFlagValues } from "../../plugin/flags.js";
import type { PluginController, PluginInput, PluginProblem, PluginResource, PluginResult } from "../../plugin/input.js";
import { renderSample } from "../../scaffold/api.js";
import { asComment, boilerplateFile, headerOf } from "../../scaffold/license.js";
import { findManager, managerFile } from "../../scaffold/modes/manager-file.js";
import { moduleFrom, variableFor } from "../../scaffold/naming.js";
import type { Templates } from "../../scaffold/templates.js";
import type { DeployImageView } from "../../scaffold/views.js";

const flags = {
  image: { type: "string", description: "the image to run" },
  imageContainerCommand: { type: "string", description: "the command of the container, separated by commas" },
  imageContainerPort: { type: "number", description: "the port of the container" },
  port: { type: "number", description: "the same as --image-container-port" },
  runAsUser: { type: "number", description: "the user ID of the container" },
} as const satisfies PluginFlags;

type Values = PluginFlagValues<typeof flags>;

/** The names of the flags: `create api` declares them itself, because `--image` alone selects the plugin. */
export const deployImageFlags = Object.keys(flags);

export const deployImageKey = "deploy-image";

/** The image that a user names, and how to run it. */
interface ImageOptions {
  readonly image: string;
  readonly command: readonly string[];
  readonly port: number | undefined;
  readonly runAsUser: number | undefined;
}

export function deployImage(templates: Templates) {
  return definePlugin({
    name: "deploy-image",
    description: "Scaffolds a kind whose operator runs an image in a Deployment.",
    flags,
    commands: {
      "create api": (input) => (input.requested ? createApi(input, templates) : {}),
    },
  });
}

function createApi(input: PluginInput<typeof flags>, templates: Templates): PluginResult {
  const { resource, files } = input;
  const controller = resource?.controllers.at(-1);
  const types = files.read(resource?.typesFile ?? ".") ?? "";
  const problems = [...imageProblems(input.flags), ...kindProblems(resource, controller, types)];
  if (problems.length > 0 || resource === undefined || controller === undefined) return { problems };
  const options = optionsOf(input.flags);
  const view = viewOf(input, resource, controller, options);
  const spec = { size: 1, ...(options.port === undefined ? {} : { containerPort: options.port }) };
  const names = { ...resource, kindLower: view.kindLower };
  const manager = planManager(files.read(managerFile), view, options.image);
  return {
    actions: [
      { type: "replace", file: resource.typesFile, content: withSpec(types, resource, templates, view) },
      { type: "replace", file: controller.file, content: templates.render("deploy-image/controller.ts.hbs", view) },
      {
        type: "replace",
        file: controller.testFile,
        content: templates.render("deploy-image/controller.test.ts.hbs", view),
      },
      {
        type: "replace",
        file: resource.sampleFile,
        content: renderSample(input.project.projectName, names, resource.kind, spec),
      },
      ...manager.actions,
      { type: "configure", value: withEntry(input.config, entryOf(input, resource, options)) },
    ],
    next: manager.next,
  };
}

function imageProblems({ image, imageContainerPort, port, runAsUser }: Values): PluginProblem[] {
  const given = imageContainerPort ?? port;
  const isTwice = imageContainerPort !== undefined && port !== undefined && imageContainerPort !== port;
  return [
    ...(image === undefined
      ? [{ message: "--image is missing", hint: "Name the image to run, for example --image memcached:1.6.39-alpine." }]
      : []),
    ...(image !== undefined && !isImageName(image)
      ? [
          {
            message: `--image ${JSON.stringify(image)} is not a valid image name`,
            hint: "Write it as NAME:TAG, such as memcached:1.6.39-alpine.",
          },
        ]
      : []),
    ...(isTwice
      ? [{ message: "--port and --image-container-port differ", hint: "They are the same flag: omit one." }]
      : []),
    ...(given !== undefined && !(Number.isInteger(given) && given >= 1 && given <= 65_535)
      ? [{ message: `${given} is not the port of a container`, hint: "--port takes a number from 1 to 65535." }]
      : []),
    ...(runAsUser !== undefined && !(Number.isSafeInteger(runAsUser) && runAsUser >= 1)
      ? [
          {
            message: `${runAsUser} is not a user for a container`,
            hint: "--run-as-user takes a number from 1: the container must not run as root.",
          },
        ]
      : []),
  ];
}

function kindProblems(
  resource: PluginResource | undefined,
  controller: PluginController | undefined,
  types: string,
): PluginProblem[] {
  if (resource === undefined || resource.core || controller === undefined || !types.includes(scaffoldedSpec)) {
    const message = "an image needs a new kind with a controller, whose types tsop creates in the same command";
    return [
      {
        message,
        hint: "Omit --resource=false and --controller=false, and choose a --kind that the project does not have.",
      },
    ];
  }
  if (resource.namespaced) return [];
  return [{ message: "a cluster-scoped kind has no namespace for the Deployment", hint: "Omit --namespaced=false." }];
}

/** The fields that `create api` scaffolds for a new kind. */
const scaffoldedSpec = `Spec {
  /**
   * The number of replicas to run.
   * @minimum 1
   * @maximum 10
   * @default 1
   */
  replicas?: Int32;

  // Add fields for the desired state here, for example:
  //   strategy?: "Recreate" | "RollingUpdate";
}
`;

/** Replaces the fields of the spec, and adds columns. */
function withSpec(
  types: string,
  { kind, plural }: PluginResource,
  templates: Templates,
  view: DeployImageView,
): string {
  const summary = ` * ${kind} is the schema of the ${plural} API.\n`;
  const columns = [
    " * @printColumn name=Size type=integer jsonPath=.spec.size\n",
    ` * @printColumn name=Available type=string jsonPath=.status.conditions[?(@.type=="Available")].status\n`,
  ];
  return types
    .replace(`export interface ${kind}${scaffoldedSpec}`, () => templates.render("deploy-image/spec.ts.hbs", view))
    .replace(summary, () => summary + columns.join(""));
}

function optionsOf({
  image = "",
  imageContainerCommand = "",
  imageContainerPort,
  port,
  runAsUser,
}: Values): ImageOptions {
  const command = imageContainerCommand.split(",").map((word) => word.trim());
  return { image, command: command.filter((word) => word !== ""), port: imageContainerPort ?? port, runAsUser };
}

function viewOf(
  { files, project }: PluginInput<typeof flags>,
  { apiVersion, kind, typesFile }: PluginResource,
  { className, file, name }: PluginController,
  { command, image, port, runAsUser }: ImageOptions,
): DeployImageView {
  const slash = file.lastIndexOf("/");
  return {
    header: headerOf(asComment(files.read(boilerplateFile) ?? "")),
    ...{ kind, apiVersion, kindLower: kind.toLowerCase(), variable: variableFor(kind) },
    typesModule: moduleFrom(file.slice(0, slash), typesFile),
    controllerFile: file.slice(slash + 1).replace(/\.ts$/, ""),
    ...{ controllerName: name, reconciler: className, roleNamespaced: project.namespaced },
    imageVariable: imageVariable(kind),
    imageText: JSON.stringify(image),
    command: command.length === 0 ? "" : `[${command.map((word) => JSON.stringify(word)).join(", ")}]`,
    port: String(port ?? ""),
    runAsUser: String(runAsUser ?? ""),
  };
}

/** Returns kubebuilder's name of the variable: `MEMCACHED_IMAGE`. */
function imageVariable(kind: string): string {
  return `${kind.toUpperCase()}_IMAGE`;
}

interface ManagerPlan {
  readonly actions: readonly PluginAction[];
  readonly next: readonly string[];
}

/** Sets the variable of the operator's container, unless it is set. */
function planManager(text: string | undefined, { imageVariable: name }: DeployImageView, image: string): ManagerPlan {
  const container = text === undefined ? undefined : findManager(text)?.container;
  const item = { id: name, text: `name: ${name}\nvalue: ${JSON.stringify(image)}` };
  const order = { keys: ["name", "image", "command", "args", "env"] };
  const content =
    text === undefined || container === undefined ? undefined : addItem(text, container, "env", item, order);
  if (content === undefined) {
    return { actions: [], next: [`set the environment variable ${name} of the operator's container to ${image}`] };
  }
  return { actions: [{ type: "replace", file: managerFile, content }], next: [] };
}

function entryOf(
  { project }: PluginInput<typeof flags>,
  { group, kind, version }: PluginResource,
  { command, image, port, runAsUser }: ImageOptions,
): JsonValue {
  const { domain } = project;
  const short = group === domain ? "" : group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
  const options = {
    ...(command.length === 0 ? {} : { containerCommand: command.join(",") }),
    ...(port === undefined ? {} : { containerPort: String(port) }),
    image,
    ...(runAsUser === undefined ? {} : { runAsUser: String(runAsUser) }),
  };
  return { domain, ...(short === "" ? {} : { group: short }), kind, options, version };
}

/** Adds an entry to the configuration, in kubebuilder's format. Replaces the entry of the same kind. */
function withEntry(config: JsonValue | undefined, entry: JsonValue): JsonValue {
  const resources = field(config, "resources");
  const others = (isList(resources) ? resources : []).filter((each) => !isSameKind(each, entry));
  return { resources: [...(others as JsonValue[]), entry] };
}

function isSameKind(one: unknown, other: unknown): boolean {
  return ["domain", "group", "kind", "version"].every((name) => isSameJson(field(one, name), field(other, name)));
}
