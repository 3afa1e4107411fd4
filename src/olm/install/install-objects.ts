/** The objects with which tsop installs a bundle into a cluster without OLM: those that OLM would create. */
import { type ExactJsonObject, withoutKey } from "../../core/json.js";
import { idOf, mapAt } from "../../core/object-fields.js";
import { deploymentObjects } from "./deployments.js";
import { permissionObjects } from "./permissions.js";
import type { InstallRequest } from "./request.js";
import { crdObjects, webhookConfigurations, webhookServices } from "./webhooks.js";

/** Returns the objects, without those of the bundle that OLM replaces. Objects of the bundle have no namespace. */
export function installObjects(request: InstallRequest): ExactJsonObject[] {
  const generated = [
    ...permissionObjects(request),
    ...webhookServices(request),
    ...deploymentObjects(request),
    ...webhookConfigurations(request),
  ];
  const keyOf = (object: ExactJsonObject): string => {
    const { group, kind, name } = idOf(object);
    return JSON.stringify([group, kind, name]);
  };
  const replaced = new Set(generated.map(keyOf));
  const others = request.bundle.others.map(({ document }) => inAnyNamespace(document.value));
  return [...crdObjects(request), ...others.filter((object) => !replaced.has(keyOf(object))), ...generated];
}

/** OLM installs all objects of a bundle into the namespace of the operator. */
function inAnyNamespace(object: ExactJsonObject): ExactJsonObject {
  return { ...withoutKey(object, "status"), metadata: withoutKey(mapAt(object, "metadata"), "namespace") };
}
