/**
 * Checks whether a path exists for this method, before the server checks the accepted types and the body.
 * Sources: k8s.io/apiserver/pkg/endpoints/installer.go for built-in resources, whose paths are written out;
 * k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go for custom ones, where the verb decides.
 */
import { PlainRefusal } from "../http/plain-refusal.js";
import type { RequestInfo } from "../http/request-info.js";
import { groupResourceOf } from "../objects/write.js";
import { isBuiltIn, type ServedResource, type Subresource, type Verb } from "../resource.js";
import { notFoundError, StatusError } from "../status-error.js";
import { methodNotAllowedError, unknownPathError } from "../http/methods.js";

/** @throws StatusError 404 or 405 */
export function checkRoute(resource: ServedResource, info: RequestInfo, method: string): void {
  if (isBuiltIn(resource)) checkBuiltIn(resource, info, method);
  else checkCustom(resource, info);
}

function checkBuiltIn(resource: ServedResource, info: RequestInfo, method: string): void {
  if (method === "HEAD") throw methodNotAllowedError();
  checkPlace(resource, info);
  const verb = info.verb as Verb;
  // Under `/watch`, the path decides.
  if (verb === "watch" && method !== "GET") throw methodNotAllowedError();
  if (info.subresource !== "") {
    const subresource = resource.subresources.get(info.subresource);
    if (subresource === undefined) throw unknownPathError();
    if (!verbsOf(subresource).includes(verb)) throw methodNotAllowedError();
    return;
  }
  if (info.name !== "" && !resource.verbs.some((each) => namedVerbs.has(each))) throw unknownPathError();
  const isNamed = info.name !== "";
  const fits = verb === "create" ? !isNamed : isNamed || !namedVerbs.has(verb);
  if (!resource.verbs.includes(verb) || !fits) throw methodNotAllowedError();
}

/** The verbs on an existing object. */
const namedVerbs: ReadonlySet<string> = new Set(["get", "update", "patch", "delete"]);

const partVerbs: readonly Verb[] = ["get", "patch", "update"];

function verbsOf(subresource: Subresource): readonly Verb[] {
  return subresource.type === "scale" ? partVerbs : subresource.verbs;
}

/**
 * Checks the path: namespaced objects have paths in their namespace, and lists and watches of all namespaces have separate paths.
 */
function checkPlace(
  { namespaced }: ServedResource,
  { namespace, name, path, rest, subresource, verb }: RequestInfo,
): void {
  const hasGap = path.replaceAll(/^\/+|(?<!\/)\/+$/g, "").includes("//");
  if ((rest.length > 0 && subresource !== "proxy") || hasGap || name.includes("/") || verb === "proxy")
    throw unknownPathError();
  if (!namespaced || namespace !== "") return;
  if (subresource !== "" || (path.split("/").includes(name) && name !== "")) throw unknownPathError();
  if (verb !== "list" && verb !== "watch") throw methodNotAllowedError();
}

function checkCustom(resource: ServedResource, { namespace, name, subresource, verb }: RequestInfo): void {
  const isOfAll = verb === "list" || verb === "watch";
  const fits = resource.namespaced ? namespace !== "" || isOfAll : namespace === "";
  if (!fits) throw new PlainRefusal(404, "404 page not found\n");
  const part = resource.subresources.get(subresource);
  if (subresource !== "" && part === undefined) throw notFoundError(groupResourceOf(resource), name);
  const verbs = part === undefined ? resource.verbs : verbsOf(part);
  if (!verbs.includes(verb as Verb)) throw unsupportedVerbError(resource, verb);
}

function unsupportedVerbError(resource: ServedResource, verb: string): StatusError {
  const message = `${verb} is not supported on resources of kind "${resource.resource}.${resource.group}"`;
  const details = { group: resource.group, kind: resource.resource };
  return new StatusError({ code: 405, reason: "MethodNotAllowed", message, details });
}
