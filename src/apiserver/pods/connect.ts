/**
 * Requests that kube-apiserver passes on to a node or a pod: logs, commands, proxies. There are no nodes here, so the responses
 * are those that kube-apiserver gives before it contacts a node. Source: kubernetes/pkg/registry/core/pod/{strategy.go,rest},
 * service/storage/storage.go.
 */
import type { JsonObject } from "../../core/json.js";
import { type ApiObject, numberOf, objectOf, objectsOf, textOf } from "../api-object.js";
import { type FieldError, forbidden, invalid } from "../../core/field-error.js";
import { isSince, type KubernetesVersion } from "../../schema/kubernetes-versions.js";
import type { Answer } from "../http/answer.js";
import { containersOf } from "../pod-containers.js";
import type { StoredObjects } from "../resource.js";
import { badRequestError, invalidError, notFoundError, StatusError } from "../status-error.js";
import { getPod } from "./pod-action.js";

export interface ConnectRequest {
  readonly namespace: string;
  readonly name: string;
  readonly query: URLSearchParams;
  /** As admission has accepted them. Empty for `log`, which admission does not see. */
  readonly options: JsonObject;
}

export type ConnectHandler = (request: ConnectRequest) => Answer;

/** By resource and subresource: `pods/log`. */
export function createConnectHandlers(
  objects: StoredObjects,
  version: KubernetesVersion,
): ReadonlyMap<string, ConnectHandler> {
  const stream =
    (hasContainer: boolean): ConnectHandler =>
    ({ namespace, name, options }) => {
      const pod = getPod(objects, namespace, name);
      if (hasContainer) checkContainer(pod, textOf(options, "container"));
      const nodeName = textOf(objectOf(pod, "spec"), "nodeName");
      if (nodeName === "") throw badRequestError(`pod ${name} does not have a host assigned`);
      throw unreachableNode(objects, nodeName);
    };
  return new Map<string, ConnectHandler>([
    ["pods/log", (request) => readLog(objects, request)],
    ["pods/exec", stream(true)],
    ["pods/attach", stream(true)],
    ["pods/portforward", stream(false)],
    ["pods/proxy", ({ namespace, name }) => proxyPod(objects, namespace, name)],
    ["services/proxy", (request) => proxyService(objects, request, version)],
    ["nodes/proxy", ({ name }) => proxyNode(objects, name)],
  ]);
}

/** A pod without a node has no log yet. */
function readLog(objects: StoredObjects, { namespace, name, query }: ConnectRequest): Answer {
  const faults = validateLogOptions(query);
  if (faults.length > 0) throw invalidError("", "PodLogOptions", name, faults);
  const pod = getPod(objects, namespace, name);
  checkContainer(pod, query.get("container") ?? "");
  const nodeName = textOf(objectOf(pod, "spec"), "nodeName");
  if (nodeName === "") return { type: "text", code: 204, contentType: "text/plain", text: "" };
  throw unreachableNode(objects, nodeName);
}

/** Source: ValidatePodLogOptions in kubernetes/pkg/apis/core/validation/validation.go. */
function validateLogOptions(query: URLSearchParams): FieldError[] {
  const number = (name: string): number | undefined => {
    const text = query.get(name) ?? "";
    return /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
  };
  const atLeast = (name: string, least: number, detail: string): FieldError[] => {
    const value = number(name);
    return value !== undefined && value < least ? [invalid(name, value, detail)] : [];
  };
  const hasBoth = query.has("sinceTime") && number("sinceSeconds") !== undefined;
  return [
    ...atLeast("tailLines", 0, "must be greater than or equal to 0"),
    ...atLeast("limitBytes", 1, "must be greater than 0"),
    ...(hasBoth ? [forbidden("", "at most one of `sinceTime` or `sinceSeconds` may be specified")] : []),
    ...(hasBoth ? [] : atLeast("sinceSeconds", 1, "must be greater than 0")),
  ];
}

/** Source: validateContainer in kubernetes/pkg/registry/core/pod/strategy.go. */
function checkContainer(pod: ApiObject, container: string): void {
  const { name = "" } = pod.metadata;
  const spec = objectOf(pod, "spec");
  const names = containersOf(spec).map((each) => textOf(each, "name"));
  if (container !== "") {
    if (names.includes(container)) return;
    throw badRequestError(`container ${container} is not valid for pod ${name}`);
  }
  if (objectsOf(spec, "containers").length === 1) return;
  const choice = `a container name must be specified for pod ${name}, choose one of: [${names.join(" ")}]`;
  throw badRequestError(choice);
}

/** Like the API server, the error names a pod with the name of the node. */
function unreachableNode(objects: StoredObjects, nodeName: string): StatusError {
  if (objects.get("nodes", "", nodeName) === undefined) return notFoundError({ group: "", resource: "pods" }, nodeName);
  return unreachable(`no kubelet runs on node "${nodeName}"`);
}

function unreachable(message: string): StatusError {
  return new StatusError({ code: 503, reason: "ServiceUnavailable", message });
}

function proxyPod(objects: StoredObjects, namespace: string, id: string): never {
  const name = nameOf(id);
  const address = textOf(objectsOf(objectOf(getPod(objects, namespace, name), "status"), "podIPs")[0], "ip");
  if (address === "") throw badRequestError("address not allowed");
  throw unreachable(`nothing runs at ${address}, the address of pod "${name}"`);
}

function proxyService(
  objects: StoredObjects,
  { namespace, name: id }: ConnectRequest,
  version: KubernetesVersion,
): never {
  const name = nameOf(id);
  const service = objects.get("services", namespace, name);
  const port = portOf(id);
  // Since 1.36, kube-apiserver looks for EndpointSlices, and for the Service only if the request names the number of a port.
  const isSlices = isSince(version, "1.37");
  if (isSlices && !/^\d+$/.test(port)) throw unreachable(`no endpoints available for service "${name}"`);
  if (service === undefined) throw notFoundError({ group: "", resource: "services" }, name);
  const ports = objectsOf(objectOf(service, "spec"), "ports");
  const isKnown =
    port === "" || ports.some((each) => textOf(each, "name") === port || String(numberOf(each, "port")) === port);
  const shown = /^\d+$/.test(port) ? port : `"${port}"`;
  if (!isKnown) throw unreachable(`no service port ${shown} found for service "${name}"`);
  if (isSlices) throw unreachable(`no endpoints available for service "${name}"`);
  if (objects.get("endpoints", namespace, name) === undefined) {
    throw notFoundError({ group: "", resource: "services" }, name);
  }
  throw unreachable(`no endpoints available for service "${id}"`);
}

function proxyNode(objects: StoredObjects, id: string): never {
  const name = nameOf(id);
  if (objects.get("nodes", "", name) === undefined) throw notFoundError({ group: "", resource: "nodes" }, name);
  throw unreachable(`no kubelet runs on node "${name}"`);
}

/** `scheme:name:port`, `name:port`, `name`. */
function nameOf(id: string): string {
  const parts = id.split(":");
  return (parts.length === 3 ? parts[1] : parts[0]) ?? "";
}

function portOf(id: string): string {
  const parts = id.split(":");
  return (parts.length === 3 ? parts[2] : parts[1]) ?? "";
}
