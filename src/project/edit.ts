/** Edits the text of PROJECT. Preserves everything else, including unknown keys and comments. */
import { type Document, isMap, isSeq, YAMLMap } from "yaml";
import { defined } from "../core/defined.js";
import { layoutKey, parseProject, parseProjectDocument, projectVersion, readProject } from "./parse.js";
import {
  findResource,
  type Project,
  qualifiedGroup,
  type Resource,
  type ResourceGroup,
  type ResourceWebhooks,
} from "./project.js";

const comment = ` tsop reads and writes this file, which describes the project.
 The format is kubebuilder's, so its tools can read it, and its documentation applies.`;

/** Returns the text of a new PROJECT without resources. */
export function printNewProject(
  project: Pick<Project, "domain" | "projectName" | "multigroup" | "namespaced"> & { readonly cliVersion: string },
): string {
  const document = parseProjectDocument("{}");
  document.contents = new YAMLMap();
  document.commentBefore = comment;
  const values = defined({
    cliVersion: project.cliVersion,
    domain: project.domain,
    layout: [layoutKey],
    multigroup: project.multigroup || undefined,
    namespaced: project.namespaced || undefined,
    projectName: project.projectName,
    version: projectVersion,
  });
  for (const [key, value] of Object.entries(values)) document.set(key, document.createNode(value));
  return printDocument(document);
}

/** Sets a flag. Like kubebuilder, omits a flag that is false. */
export function withFlag(text: string, key: "namespaced" | "multigroup", value: boolean): string {
  if (parseProject(text)[key] === value) return text;
  const document = parseProjectDocument(text);
  if (value) insertSorted(document, key, true);
  else document.delete(key);
  return printDocument(document);
}

/** Records the version of the tsop whose scaffold the project has. */
export function withCliVersion(text: string, version: string): string {
  if (parseProject(text).cliVersion === version) return text;
  const document = parseProjectDocument(text);
  if (document.has("cliVersion")) document.set("cliVersion", version);
  else insertSorted(document, "cliVersion", version);
  return printDocument(document);
}

/** Adds the resource, or replaces the entry with the same group, version, and kind. */
export function withResource(text: string, resource: Resource): string {
  const document = parseProjectDocument(text);
  const index = indexOf(readProject(text, document), resource);
  const existing = index === -1 ? undefined : document.getIn(["resources", index]);
  if (isMap(existing)) update(document, existing, resource);
  else append(document, resource);
  return printDocument(document);
}

/** Returns the position of an entry in the list; -1 if there is none. */
export function indexOf(project: Project, resource: Resource): number {
  const found = findResource(project, resource);
  return found === undefined ? -1 : project.resources.indexOf(found);
}

function append(document: Document, resource: Resource): void {
  const node = document.createNode(toYaml(resource));
  const resources = document.get("resources");
  if (isSeq(resources)) {
    resources.flow = false;
    resources.add(node);
  } else insertSorted(document, "resources", document.createNode([node]));
}

/** Updates an entry. Preserves keys that tsop does not know, also in webhooks. */
function update(document: Document, existing: YAMLMap, resource: Resource): void {
  const values = toYaml(resource);
  for (const key of ["api", "controller", "controllers", "core", "external", "module", "path", "plural"]) {
    if (!(key in values)) existing.delete(key);
    else if (key === "api" && isMap(existing.get("api"))) {
      for (const [name, value] of Object.entries(values["api"] ?? {})) existing.setIn(["api", name], value);
      if (resource.api?.namespaced === false) existing.deleteIn(["api", "namespaced"]);
    } else if (existing.has(key)) existing.set(key, document.createNode(values[key]));
    else setSorted(document, existing, key, document.createNode(values[key]));
  }
  const webhooks = existing.get("webhooks");
  if (isMap(webhooks)) {
    const wanted = Object.entries(values["webhooks"] ?? {});
    for (const [name, value] of wanted) setSorted(document, webhooks, name, value);
  } else if ("webhooks" in values) setSorted(document, existing, "webhooks", document.createNode(values["webhooks"]));
}

/** Returns the entry in kubebuilder's order. Like kubebuilder, omits false and empty values. */
function toYaml(resource: Resource): Record<string, unknown> {
  const { api, controller, controllers, core, domain, external, group, kind } = resource;
  const { module, path, plural, version, webhooks } = resource;
  return defined({
    // Without a crdVersion, kubebuilder's tools know that the project has no CRD of the kind.
    api:
      api &&
      defined({
        crdVersion: resource.extension === undefined ? api.crdVersion : undefined,
        namespaced: api.namespaced || undefined,
      }),
    ...(controllers === undefined || controllers.length === 0
      ? { controller: controller || undefined }
      : { controllers: controllers.map((name) => ({ name })) }),
    core: core || undefined,
    domain: domain || undefined,
    external: external === true || undefined,
    group: group || undefined,
    ...{ kind, module, path, plural, version },
    webhooks: webhooks && webhooksToYaml(webhooks),
  });
}

export function webhooksToYaml({
  conversion,
  defaulting,
  defaultingPath,
  spokes,
  validation,
  validationPath,
}: ResourceWebhooks): Record<string, unknown> {
  return defined({
    conversion: conversion || undefined,
    defaulting: defaulting || undefined,
    defaultingPath,
    spoke: spokes.length === 0 ? undefined : [...spokes],
    validation: validation || undefined,
    validationPath,
    webhookVersion: "v1",
  });
}

export function insertSorted(document: Document, key: string, value: unknown): void {
  const { contents } = document;
  if (!isMap(contents)) throw new Error("PROJECT was parsed as a map");
  setSorted(document, contents, key, value);
}

/** Sets a key, in alphabetical order. */
export function setSorted(document: Document, map: YAMLMap, key: string, value: unknown): void {
  map.delete(key);
  const index = map.items.findIndex((pair) => String(pair.key) > key);
  map.items.splice(index === -1 ? map.items.length : index, 0, document.createPair(key, value));
}

export function printDocument(document: Document): string {
  return document.toString({ indentSeq: false, lineWidth: 0 });
}

/** Describes a resource for messages: `foo.abc.com/v1 Bar`. */
export function describeResource(resource: ResourceGroup & Pick<Resource, "version" | "kind">): string {
  const group = qualifiedGroup(resource);
  return `${group === "" ? "" : `${group}/`}${resource.version} ${resource.kind}`;
}

/** Changes the names in the entries of resources, and the domain of the project. */
export function withNewNames(
  text: string,
  renamed: readonly { readonly from: Resource; readonly to: Resource }[],
  domain?: string,
): string {
  const document = parseProjectDocument(text);
  const project = readProject(text, document);
  for (const { from, to } of renamed) {
    const entry = document.getIn(["resources", indexOf(project, from)]);
    if (!isMap(entry)) continue;
    for (const key of ["group", "domain", "kind", "path", "plural"] as const) {
      const value = to[key];
      if (value === undefined || value === "") entry.delete(key);
      else if (value !== from[key] && entry.has(key)) entry.set(key, value);
      else if (value !== from[key]) setSorted(document, entry, key, value);
    }
    if (to.controllers !== undefined) {
      for (const [index, name] of to.controllers.entries()) {
        if (name !== from.controllers?.[index]) entry.setIn(["controllers", index, "name"], name);
      }
    }
  }
  if (domain !== undefined) document.set("domain", domain);
  return printDocument(document);
}
