/**
 * Collects the parameters that a binding passes to a policy.
 * Source: k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_dispatcher.go (CollectParams).
 */
import { parseApiVersion } from "../../../core/gvk.js";
import type { ApiObject } from "../../api-object.js";
import type { ServedResource } from "../../resource.js";
import type { AdmissionParts } from "../admission-parts.js";
import { selects } from "../../selectors/selected-labels.js";
import type { ParamKind, ParamRef } from "../../../k8s/admissionregistration/v1.js";

/** An invalid configuration of a policy or a binding. */
export class ConfigurationFault extends Error {
  override readonly name = "ConfigurationFault";
}

/** @throws ConfigurationFault if the kind is not served */
export function findParamResource(
  { apiVersion = "", kind = "" }: ParamKind,
  resources: readonly ServedResource[],
): ServedResource {
  const { group, version } = parseApiVersion(apiVersion);
  const found = resources.find((each) => each.group === group && each.version === version && each.kind === kind);
  if (found !== undefined) return found;
  throw new ConfigurationFault(`failed to find resource referenced by paramKind: '${apiVersion}, Kind=${kind}'`);
}

/** Returns `[undefined]` to evaluate the policy without parameters, and an empty list to skip it. */
export async function collectParams(
  resource: ServedResource | undefined,
  paramRef: ParamRef | undefined,
  requestNamespace: string,
  { objects }: AdmissionParts,
): Promise<readonly (ApiObject | undefined)[]> {
  if (resource === undefined || paramRef === undefined) return [undefined];
  const { name = "", selector, parameterNotFoundAction } = paramRef;
  const namespace = namespaceOfParams(resource, paramRef, requestNamespace);
  const one = name === "" ? undefined : objects.get(resource.storageKey, namespace, name);
  const all = name === "" ? objects.list(resource.storageKey, resource.namespaced ? namespace : undefined) : [];
  const selected = all.filter(({ metadata }) => selects(selector ?? {}, metadata.labels));
  const found = one === undefined ? selected : [one];
  if (found.length === 0 && parameterNotFoundAction === "Deny") {
    throw new ConfigurationFault("no params found for policy binding with `Deny` parameterNotFoundAction");
  }
  return resource.conversion === undefined ? found : await resource.conversion.toServed(found);
}

function namespaceOfParams({ namespaced }: ServedResource, paramRef: ParamRef, requestNamespace: string): string {
  const { namespace = "" } = paramRef;
  if (!namespaced) {
    if (namespace === "") return "";
    throw new ConfigurationFault("paramRef.namespace must not be provided for a cluster-scoped `paramKind`");
  }
  const chosen = namespace === "" ? requestNamespace : namespace;
  if (chosen !== "") return chosen;
  throw new ConfigurationFault(
    "cannot use namespaced paramRef in policy binding that matches cluster-scoped resources",
  );
}
