/** The Endpoints of a Service. Source: kubernetes/pkg/controller/endpoint/endpoints_controller.go. */
import { compareText } from "../../../core/compare-text.js";
import { groupBy } from "../../../core/group-by.js";
import type { EndpointAddress, Endpoints, EndpointSubset, Service } from "../../../k8s/core/v1.js";
import type { Stored } from "../shared/kind-objects.js";
import { type Backend, type BackendPort, isHeadless, targetOf } from "./service-backends.js";
import { headlessLabel } from "./endpoint-slices.js";

export const managedBy = "endpoints.kubernetes.io/managed-by";

export function endpointsObject(service: Stored<Service>, backends: readonly Backend[]): Endpoints {
  const { name, namespace, labels } = service.metadata;
  const { publishNotReadyAddresses = false } = service.spec;
  const listed = backends.filter(({ isTerminating, ports }) => {
    const hasPorts = ports.length > 0 || (isHeadless(service) && (service.spec.ports ?? []).length === 0);
    return hasPorts && (publishNotReadyAddresses || !isTerminating);
  });
  const groups = [...groupBy(listed, ({ ports }) => JSON.stringify(ports)).values()];
  const subsets = groups.map((group): EndpointSubset => {
    const [ready, unready] = [group.filter(({ isReady }) => isReady), group.filter(({ isReady }) => !isReady)];
    return {
      ...(ready.length === 0 ? {} : { addresses: addressesOf(ready) }),
      ...(unready.length === 0 ? {} : { notReadyAddresses: addressesOf(unready) }),
      ...portsOf(group[0]?.ports ?? []),
    };
  });
  return {
    ...{ apiVersion: "v1", kind: "Endpoints" },
    metadata: {
      ...{ name, namespace },
      labels: {
        ...labels,
        ...(isHeadless(service) ? { [headlessLabel]: "" } : {}),
        [managedBy]: "endpoint-controller",
      },
    },
    ...(subsets.length === 0 ? {} : { subsets }),
  };
}

function addressesOf(backends: readonly Backend[]): EndpointAddress[] {
  return backends
    .map(({ pod, addresses, hostname }) => ({
      ip: addresses[0] ?? "",
      ...(hostname === undefined ? {} : { hostname }),
      ...((pod.spec.nodeName ?? "") === "" ? {} : { nodeName: pod.spec.nodeName ?? "" }),
      targetRef: targetOf(pod),
    }))
    .sort((left, right) => compareText(left.ip, right.ip));
}

function portsOf(ports: readonly BackendPort[]): Pick<EndpointSubset, "ports"> {
  if (ports.length === 0) return {};
  return { ports: ports.map(({ name, ...rest }) => ({ ...(name === "" ? {} : { name }), ...rest })) };
}
