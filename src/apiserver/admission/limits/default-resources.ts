import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, ensureObject, objectOf, objectsOf, textOf } from "../../api-object.js";

const annotation = "kubernetes.io/limit-ranger";

/** Sets the requests and limits of a LimitRange on containers that lack them, and lists them in the pod's annotation. */
export function setDefaultResources(pod: ApiObject, range: ApiObject): void {
  const ofContainers = objectsOf(objectOf(range, "spec"), "limits").filter((limit) => limit["type"] === "Container");
  const requests = Object.assign({}, ...ofContainers.map((limit) => objectOf(limit, "defaultRequest"))) as JsonObject;
  const limits = Object.assign({}, ...ofContainers.map((limit) => objectOf(limit, "default"))) as JsonObject;
  const spec = ensureObject(pod, "spec");
  const said = [
    ...objectsOf(spec, "containers").flatMap((each) => fill(each, "container", requests, limits)),
    ...objectsOf(spec, "initContainers").flatMap((each) => fill(each, "init container", requests, limits)),
  ];
  if (said.length === 0) return;
  const annotations = { ...pod.metadata.annotations };
  annotations[annotation] = `LimitRanger plugin set: ${said.join("; ")}`;
  pod.metadata.annotations = annotations;
}

function fill(container: JsonObject, title: string, requests: JsonObject, limits: JsonObject): string[] {
  const resources = ensureObject(container, "resources");
  const set = { limit: merge(resources, "limits", limits), request: merge(resources, "requests", requests) };
  return (["request", "limit"] as const).flatMap((list) =>
    set[list].length === 0 ? [] : [`${set[list].join(", ")} ${list} for ${title} ${textOf(container, "name")}`],
  );
}

/** Merges the lists, and returns the names that were set. */
function merge(resources: JsonObject, list: string, given: JsonObject): string[] {
  const missing = Object.keys(given).filter((name) => objectOf(resources, list)?.[name] === undefined);
  if (missing.length === 0) return [];
  const values = ensureObject(resources, list);
  for (const name of missing) values[name] = given[name] ?? null;
  return missing.toSorted();
}
