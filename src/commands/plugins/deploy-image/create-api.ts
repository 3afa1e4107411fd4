/** Gives a new kind a reconciler that runs an image. */
import { isImageName } from "../../../core/image-reference.js";
import { addItem } from "../../../core/yaml-splice.js";
import type { PluginAction } from "../../../plugin/actions.js";
import type { PluginController, PluginProblem, PluginResource, PluginResult } from "../../../plugin/input.js";
import { renderSample } from "../../../scaffold/api.js";
import { findManager, managerFile } from "../../../scaffold/modes/manager-file.js";
import type { Templates } from "../../../scaffold/templates.js";
import type { DeployImageView } from "../../../scaffold/views.js";
import type { DeployImageInput, Values } from "./flags.js";
import { entryOf, optionsOf, viewOf, withEntry } from "./image-options.js";
import { scaffoldedSpec, withSpec } from "./types-file.js";

export function createApi(input: DeployImageInput, templates: Templates): PluginResult {
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
