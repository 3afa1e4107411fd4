/** The pods behind a Service. Source: k8s.io/endpointslice/utils.go, k8s.io/endpointslice/util/controller_utils.go. */
import type { EndpointPort, Pod, Service } from "../../../k8s/core/v1.js";
import { selects } from "../../selectors/selected-labels.js";
import type { Stored } from "../shared/kind-objects.js";
import { hasFinished, isEnding, isReady } from "../shared/pod-state.js";

export interface BackendPort {
  readonly name: string;
  readonly port: number;
  readonly protocol: NonNullable<EndpointPort["protocol"]>;
  readonly appProtocol?: string;
}

export interface Backend {
  readonly pod: Stored<Pod>;
  readonly addresses: readonly string[];
  readonly ports: readonly BackendPort[];
  /** Takes new connections. */
  readonly isReady: boolean;
  /** Its containers are ready, whether it ends or not. */
  readonly isServing: boolean;
  readonly isTerminating: boolean;
  readonly hostname?: string;
}

export function isSelecting({ spec }: Stored<Service>): boolean {
  return Object.keys(spec.selector ?? {}).length > 0 && spec.type !== "ExternalName";
}

export function isHeadless({ spec }: Stored<Service>): boolean {
  return spec.clusterIP === "None";
}

export type Family = "IPv4" | "IPv6";

/** @param family - of the addresses */
export function backendsOf(service: Stored<Service>, pods: readonly Stored<Pod>[], family: Family): Backend[] {
  const { selector = {}, publishNotReadyAddresses = false } = service.spec;
  return pods
    .filter((pod) => selects({ matchLabels: selector }, pod.metadata.labels) && !hasFinished(pod))
    .map((pod): Backend => {
      const isServing = isReady(pod);
      const isTerminating = isEnding(pod);
      const { hostname = "", subdomain } = pod.spec;
      return {
        ...{ pod, addresses: addressesOf(pod, family), ports: portsOf(service, pod), isServing, isTerminating },
        isReady: publishNotReadyAddresses || (isServing && !isTerminating),
        ...(hostname !== "" && subdomain === service.metadata.name ? { hostname } : {}),
      };
    })
    .filter(({ addresses }) => addresses.length > 0);
}

function addressesOf({ status }: Stored<Pod>, family: Family): string[] {
  const all = (status.podIPs ?? []).map(({ ip }) => ip);
  return all.filter((ip) => ip.includes(":") === (family === "IPv6"));
}

/** A pod without the named port does not serve that port. */
function portsOf({ spec }: Stored<Service>, pod: Stored<Pod>): BackendPort[] {
  return (spec.ports ?? []).flatMap(({ name = "", port, protocol = "TCP", targetPort = 0, appProtocol }) => {
    const number =
      typeof targetPort === "string" ? namedPort(pod, targetPort, protocol) : targetPort === 0 ? port : targetPort;
    if (number === undefined) return [];
    return [{ name, port: number, protocol, ...(appProtocol === undefined ? {} : { appProtocol }) }];
  });
}

function namedPort({ spec }: Stored<Pod>, name: string, protocol: string): number | undefined {
  const containers = [
    ...spec.containers,
    ...(spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === "Always"),
  ];
  const ports = containers.flatMap(({ ports: own = [] }) => own);
  return ports.find((each) => each.name === name && (each.protocol ?? "TCP") === protocol)?.containerPort;
}

export function targetOf({ metadata: { name, namespace, uid } }: Stored<Pod>): {
  kind: string;
  name: string;
  namespace: string;
  uid: string;
} {
  return { kind: "Pod", name, namespace, uid };
}
