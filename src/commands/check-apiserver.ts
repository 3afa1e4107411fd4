/** Validates the options of `create apiserver` against the project. */
import { nearest } from "../core/suggest.js";
import { extensionStorages, type Project, type ResourceExtension } from "../project/project.js";
import type { ExtensionRequest } from "../scaffold/extension/plan-extension.js";
import { checkApi } from "./check-api.js";
import type { CreateApiserverOptions } from "./declared/scaffold.js";
import type { Refuse } from "./refusals.js";

/** @throws TsopError with all errors */
export function checkApiserver({ storage, ...options }: CreateApiserverOptions, project: Project): ExtensionRequest {
  const checked = (refuse: Refuse): ResourceExtension => storageOf(storage, refuse);
  const { resource, shortName } = checkApi({ ...options, resource: true, controller: false }, project, checked);
  return { resource, shortName };
}

function storageOf(given: string | undefined, refuse: Refuse): ResourceExtension {
  const storage = given === undefined ? "memory" : extensionStorages.find((each) => each === given);
  if (storage !== undefined) return { storage };
  const near = nearest(given ?? "", extensionStorages);
  refuse({
    message: `--storage ${given ?? ""}: there is no such storage`,
    hint: near === undefined ? `One of: ${extensionStorages.join(", ")}.` : `Did you mean ${near}?`,
  });
  return { storage: "memory" };
}
