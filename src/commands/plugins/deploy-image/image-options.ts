/** The images of kinds: from flags, in the configuration of PROJECT, and in the templates. */
import { defined } from "../../../core/defined.js";
import { field, text } from "../../../core/json-fields.js";
import { isList, isSameJson, type JsonValue } from "../../../core/json.js";
import type { PluginController, PluginProject, PluginResource } from "../../../plugin/input.js";
import { asComment, boilerplateFile, headerOf } from "../../../scaffold/license.js";
import { moduleFrom, variableFor } from "../../../scaffold/naming.js";
import type { DeployImageView } from "../../../scaffold/views.js";
import type { DeployImageInput, Values } from "./flags.js";

export /** The image that a user names, and how to run it. */
interface ImageOptions {
  readonly image: string;
  readonly command: readonly string[];
  readonly port: number | undefined;
  readonly runAsUser: number | undefined;
}

export function optionsOf({
  image = "",
  imageContainerCommand = "",
  imageContainerPort,
  port,
  runAsUser,
}: Values): ImageOptions {
  const command = imageContainerCommand.split(",").map((word) => word.trim());
  return { image, command: command.filter((word) => word !== ""), port: imageContainerPort ?? port, runAsUser };
}

/** Returns the options in an entry of the configuration. */
export function optionsIn(entry: JsonValue): ImageOptions {
  const options = field(entry, "options");
  const number = (name: string): number | undefined => {
    const value = text(options, name);
    return value === undefined ? undefined : Number(value);
  };
  return optionsOf({
    image: text(options, "image") ?? "",
    imageContainerCommand: text(options, "containerCommand") ?? "",
    ...defined({ port: number("containerPort"), runAsUser: number("runAsUser") }),
  });
}

export function viewOf(
  { files, project }: DeployImageInput,
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
export function imageVariable(kind: string): string {
  return `${kind.toUpperCase()}_IMAGE`;
}

/** Returns the identity of a kind in the configuration, in kubebuilder's format. */
export function keyOf({ domain }: PluginProject, { group, kind, version }: PluginResource) {
  const short = group === domain ? "" : group.endsWith(`.${domain}`) ? group.slice(0, -domain.length - 1) : group;
  return { domain, ...(short === "" ? {} : { group: short }), kind, version };
}

export function entryOf(
  { project }: DeployImageInput,
  resource: PluginResource,
  { command, image, port, runAsUser }: ImageOptions,
): JsonValue {
  const { version, ...key } = keyOf(project, resource);
  const options = {
    ...(command.length === 0 ? {} : { containerCommand: command.join(",") }),
    ...(port === undefined ? {} : { containerPort: String(port) }),
    image,
    ...(runAsUser === undefined ? {} : { runAsUser: String(runAsUser) }),
  };
  return { ...key, options, version };
}

/** Returns the entries of the configuration. */
export function entriesOf(config: JsonValue | undefined): JsonValue[] {
  const resources = field(config, "resources");
  return isList(resources) ? (resources as JsonValue[]) : [];
}

/** Adds an entry to the configuration. Replaces the entry of the same kind. */
export function withEntry(config: JsonValue | undefined, entry: JsonValue): JsonValue {
  return { resources: [...entriesOf(config).filter((each) => !isSameKind(each, entry)), entry] };
}

export function isSameKind(one: unknown, other: unknown): boolean {
  return ["domain", "group", "kind", "version"].every((name) => isSameJson(field(one, name), field(other, name)));
}
