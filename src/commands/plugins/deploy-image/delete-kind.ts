/** Takes back what the plugin created for a kind. Leaves edited files to the command, which reports them. */
import { takeItem } from "../../../core/yaml-splice.js";
import type { PluginAction } from "../../../plugin/actions.js";
import type { PluginController, PluginResource, PluginResult } from "../../../plugin/input.js";
import { findManager, managerFile, variableIn } from "../../../scaffold/modes/manager-file.js";
import type { Templates } from "../../../scaffold/templates.js";
import type { DeployImageView } from "../../../scaffold/views.js";
import type { DeployImageInput } from "./flags.js";
import { entriesOf, imageVariable, isSameKind, keyOf, optionsIn, viewOf } from "./image-options.js";
import { withoutSpec } from "./types-file.js";

export function deleteKind(input: DeployImageInput, templates: Templates): PluginResult {
  const { command, config, files, project, resource } = input;
  if (resource === undefined) return {};
  const entries = entriesOf(config);
  const entry = entries.find((each) => isSameKind(each, keyOf(project, resource)));
  const controller = resource.controllers.find(({ file }) => files.read(file)?.includes(imageVariable(resource.kind)));
  const isDeleted = command === "delete api" || controller === resource.controllers.at(-1);
  if (entry === undefined || controller === undefined || !isDeleted) return {};
  const options = optionsIn(entry);
  const view = viewOf(input, resource, controller, options);
  const manager = withoutVariable(files.read(managerFile), imageVariable(resource.kind), options.image);
  const rest = entries.filter((each) => each !== entry);
  return {
    actions: [
      ...untouchedFiles(input, controller, templates, view),
      ...(command === "delete api" ? scaffoldedTypes(input, resource, templates, view) : []),
      ...manager.actions,
      { type: "configure", value: rest.length === 0 ? undefined : { resources: rest } },
    ],
    next: manager.next,
  };
}

/** Deletes the controller and its test, unless they are edited. */
function untouchedFiles(
  { files }: DeployImageInput,
  { file, testFile }: PluginController,
  templates: Templates,
  view: DeployImageView,
): PluginAction[] {
  const rendered = [
    [file, templates.render("deploy-image/controller.ts.hbs", view)],
    [testFile, templates.render("deploy-image/controller.test.ts.hbs", view)],
  ] as const;
  return rendered
    .filter(([path, content]) => files.read(path)?.replaceAll("\r\n", "\n") === content)
    .map(([path, content]) => ({ type: "delete", file: path, content }));
}

function scaffoldedTypes(
  { files }: DeployImageInput,
  resource: PluginResource,
  templates: Templates,
  view: DeployImageView,
): PluginAction[] {
  const { typesFile } = resource;
  const text = files.read(typesFile)?.replaceAll("\r\n", "\n");
  if (text === undefined) return [];
  return [{ type: "replace", file: typesFile, content: withoutSpec(text, resource, templates, view) }];
}

/** Removes the variable of the operator's container, unless a user has changed its value. */
function withoutVariable(text: string | undefined, name: string, image: string) {
  const container = text === undefined ? undefined : findManager(text)?.container;
  const present = variableIn(container, name);
  if (present === undefined) return { actions: [], next: [] };
  const content =
    text === undefined || container === undefined || present.get("value") !== image
      ? undefined
      : takeItem(text, container, "env", name);
  if (content === undefined) {
    return { actions: [], next: [`remove the environment variable ${name} of the operator's container`] };
  }
  const actions: PluginAction[] = [{ type: "replace", file: managerFile, content }];
  return { actions, next: [] };
}
