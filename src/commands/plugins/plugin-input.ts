/** The values that a plugin gets: copies of the plan, so that a plugin cannot change it. */
import { TsopError } from "../../core/errors.js";
import { isProjectPath } from "../../machinery/check-targets.js";
import { type Snapshot, snapshotAfter } from "../../machinery/snapshot.js";
import type { PluginController, PluginProject, PluginResource, ProjectFiles } from "../../plugin/input.js";
import { controllersOf, type Project, type Resource } from "../../project/project.js";
import { namesOf } from "../../scaffold/naming.js";
import type { Placement } from "../../scaffold/placement.js";

/** Returns the files of a plan as they are now; later steps of the plan do not change them. */
export function filesFor(key: string, files: Snapshot, placement: Placement): ProjectFiles {
  const snapshot = snapshotAfter(files, placement.tree.actions());
  const check = (file: string): void => {
    if (isProjectPath(file)) return;
    throw new TsopError(
      "plugin/invalid",
      `the plugin ${key} reads ${JSON.stringify(file)}, which is not a path in the project`,
      {
        hint: "Paths are relative to the project, with forward slashes.",
      },
    );
  };
  return Object.freeze({
    read: (file: string) => {
      check(file);
      return snapshot.read(file);
    },
    exists: (file: string) => {
      check(file);
      return snapshot.exists(file);
    },
    list: (folder: string) => {
      if (folder !== ".") check(folder);
      return snapshot.list(folder);
    },
  });
}

export function projectFor(project: Project): PluginProject {
  const { domain, projectName, multigroup, namespaced } = project;
  const resources = Object.freeze(project.resources.map((resource) => resourceFor(resource, project)));
  return Object.freeze({ domain, projectName, multigroup, namespaced, resources });
}

function controllerFor(name: string, resource: Resource, project: Project): PluginController {
  const { controllerPath, controllerFile, controllerName, reconciler } = namesOf(resource, project, name);
  const file = `${controllerPath}/${controllerFile}`;
  return Object.freeze({
    name: controllerName,
    className: reconciler,
    file: `${file}.ts`,
    testFile: `${file}.test.ts`,
  });
}

/** @param created - the name of the controller that the command creates */
export function resourceFor(resource: Resource, project: Project, created?: string): PluginResource {
  const names = namesOf(resource, project);
  const { kind, version, core, api } = resource;
  const controllers = controllersOf(resource).toSorted((a, b) => Number(a === created) - Number(b === created));
  return Object.freeze({
    ...{ group: names.group, version, apiVersion: names.apiVersion, kind, plural: names.plural, core },
    namespaced: api?.namespaced ?? true,
    typesFile: names.typesFile,
    controllers: Object.freeze(controllers.map((name) => controllerFor(name, resource, project))),
    webhookFile: names.webhookFile,
    sampleFile: names.sampleFile,
  });
}
