import path from "node:path";
import { definitionModule } from "../../project/definition-module.js";
import { apiVersionOf, type Project, qualifiedGroup, type Resource } from "../../project/project.js";
import type { Wire } from "../main-file.js";
import { capital, moduleFrom, type Names, namesOf } from "../naming.js";

/** The entry point of the extension API server. */
export const apiserverFile = "apiserver.ts";

export interface ExtensionNames extends Names {
  readonly resourceFile: string;
  readonly resourceTestFile: string;
  /** The file of the defaulter and the validator. */
  readonly rulesFile: string;
  readonly rulesTestFile: string;
  /** The function in the resource file. */
  readonly resourceFunction: string;
  /** The name in the entry point, if that of the function is taken. */
  readonly otherFunction: string;
  readonly definitionFile: string;
  readonly definition: string;
  readonly apiServiceFile: string;
}

export function extensionNamesOf(resource: Resource, project: Pick<Project, "multigroup">): ExtensionNames {
  const names = namesOf(resource, project);
  const { file, exported } = definitionModule(names.group, names.plural, resource.kind);
  const folder = names.controllerPath.replace(/^controllers/, "apiserver");
  const prefix = names.group.split(".")[0] ?? "";
  return {
    ...names,
    // The conversions of a version are in a folder of the server.
    ...(resource.extension === undefined ? {} : { webhookPath: `${folder}/${resource.version}` }),
    resourceFile: `${folder}/${names.kindLower}_resource.ts`,
    resourceTestFile: `${folder}/${names.kindLower}_resource.test.ts`,
    rulesFile: `${folder}/${names.kindLower}_rules.ts`,
    rulesTestFile: `${folder}/${names.kindLower}_rules.test.ts`,
    resourceFunction: `${names.variable}Resource`,
    otherFunction: `${prefix.replaceAll("-", "")}${capital(resource.kind)}Resource`,
    definitionFile: file,
    definition: exported,
    apiServiceFile: `config/apiserver/apiservice_${names.group}_${resource.version}.yaml`,
  };
}

/** Returns the folder of the code that serves a kind. */
export function extensionFolder(resource: Resource, project: Pick<Project, "multigroup">): string {
  return path.posix.dirname(extensionNamesOf(resource, project).resourceFile);
}

/** Returns the name of the APIService of a resource. */
export function apiServiceName(resource: Resource): string {
  return `${resource.version}.${qualifiedGroup(resource)}`;
}

/** Returns whether two resources share an APIService. */
export function isSameGroupVersion(a: Resource, b: Resource): boolean {
  return apiVersionOf(a) === apiVersionOf(b);
}

/** Returns the function in the entry point, and where it comes from. */
export function resourceWire({ resourceFile, resourceFunction, otherFunction }: ExtensionNames): Omit<Wire, "print"> {
  return {
    module: moduleFrom(".", resourceFile),
    exported: resourceFunction,
    otherNames: [otherFunction],
  };
}
