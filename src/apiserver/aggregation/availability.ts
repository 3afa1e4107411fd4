/**
 * Whether the server behind an APIService can be reached.
 * Source: k8s.io/kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go.
 */
import { quoteText } from "../../core/go-text.js";
import { type ApiObject, numberOf, objectOf, objectsOf, textOf } from "../api-object.js";
import type { StoredObjects } from "../resource.js";
import type { RemoteApiService } from "./api-services.js";
import { userHeaders } from "./proxy-headers.js";
import type { ServiceClient } from "./service-client.js";

export interface Availability {
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

const slicesKey = "discovery.k8s.io/endpointslices";

export async function availabilityOf(
  apiService: RemoteApiService,
  objects: StoredObjects,
  client: ServiceClient,
): Promise<Availability> {
  const fault = serviceFault(apiService, objects) ?? (await discoveryFault(apiService, client));
  return fault ?? { status: "True", reason: "Passed", message: "all checks passed" };
}

/** Returns the reason why a Service leads nowhere. */
function serviceFault({ service: to }: RemoteApiService, objects: StoredObjects): Availability | undefined {
  const place = `service/${to.name} in ${quoteText(to.namespace)}`;
  const service = objects.get("services", to.namespace, to.name);
  if (service === undefined) return fault("ServiceNotFound", `${place} is not present`);
  const spec = objectOf(service, "spec");
  if (textOf(spec, "type") !== "ClusterIP") return undefined;
  const port = objectsOf(spec, "ports").find((each) => each["port"] === to.port);
  if (port === undefined) return fault("ServicePortError", `${place} is not listening on port ${to.port}`);
  const slices = objects
    .list(slicesKey, to.namespace)
    .filter(({ metadata }) => metadata.labels?.["kubernetes.io/service-name"] === to.name);
  if (slices.length === 0) return fault("EndpointsNotFound", `cannot find endpointslices for ${place}`);
  const name = textOf(port, "name");
  if (slices.some((slice) => hasEndpoint(slice, name))) return undefined;
  return fault("MissingEndpoints", `endpointslices for ${place} have no addresses with port name ${quoteText(name)}`);
}

function hasEndpoint(slice: ApiObject, portName: string): boolean {
  const isReady = objectsOf(slice, "endpoints").some((each) => objectOf(each, "conditions")?.["ready"] !== false);
  const ports = objectsOf(slice, "ports");
  return isReady && ports.some((each) => textOf(each, "name") === portName && numberOf(each, "port") !== undefined);
}

const checkMs = 5_000;
const checker = { username: "system:kube-aggregator", groups: ["system:masters"] };

/** Requests the resources of the group version, which every such server must serve. */
async function discoveryFault(apiService: RemoteApiService, client: ServiceClient): Promise<Availability | undefined> {
  const { group, version, name } = apiService;
  const path = name === "v1." ? `/api/${version}` : `/apis/${group}/${version}`;
  let url: string;
  try {
    url = `${client.urlOf(apiService)}${path}`;
  } catch (error) {
    return fault("FailedDiscoveryCheck", error instanceof Error ? error.message : String(error));
  }
  const answer = await client.send(apiService, {
    ...{ method: "GET", path, headers: userHeaders(checker), skipsVerification: true },
    signal: AbortSignal.timeout(checkMs),
  });
  const why = whyFailed(answer, url);
  return why === undefined
    ? undefined
    : fault("FailedDiscoveryCheck", `failing or missing response from ${url}: ${why}`);
}

function whyFailed(answer: Awaited<ReturnType<ServiceClient["send"]>>, url: string): string | undefined {
  if (answer.kind === "fault") return `Get ${quoteText(url)}: ${answer.message}`;
  const { statusCode: code = 0 } = answer.response;
  answer.response.destroy();
  return code >= 200 && code < 300 ? undefined : `bad status from ${url}: ${code}`;
}

function fault(reason: string, message: string): Availability {
  return { status: "False", reason, message };
}
