/** Validates the options of `create apiserver` against the project. */
import type { Project } from "../project/project.js";
import type { ExtensionRequest } from "../scaffold/extension/plan-extension.js";
import { checkApi } from "./check-api.js";
import type { CreateApiserverOptions } from "./declared/scaffold.js";

/** @throws TsopError with all errors */
export function checkApiserver({ storage, ...options }: CreateApiserverOptions, project: Project): ExtensionRequest {
  const given = { ...options, resource: true, controller: false };
  const { resource, shortName, storageVersion } = checkApi(given, project, { storage });
  return { resource, shortName, storageVersion };
}
