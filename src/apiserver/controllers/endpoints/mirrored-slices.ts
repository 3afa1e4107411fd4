/**
 * The EndpointSlices of Endpoints that a client has written, for a Service without a selector.
 * Source: kubernetes/pkg/controller/endpointslicemirroring/{reconciler,utils}.go, kubernetes/pkg/api/v1/endpoints/util.go.
 */
import { printIp } from "../../../cel/addresses.js";
import { compareText } from "../../../core/compare-text.js";
import { groupBy } from "../../../core/group-by.js";
import type { EndpointAddress, EndpointPort, Endpoints, EndpointSubset } from "../../../k8s/core/v1.js";
import type { Endpoint, EndpointSlice } from "../../../k8s/discovery/v1.js";
import { readIp } from "../../kinds/validation/addresses.js";
import type { Stored } from "../shared/kind-objects.js";
import { controllerReference } from "../shared/owners.js";
import { managedBy, serviceName } from "./endpoint-slices.js";
import type { Family } from "./service-backends.js";

export const mirrorController = "endpointslicemirroring-controller.k8s.io";

/** The most addresses of a subset that are mirrored, as in kube-controller-manager by default. */
export const mostAddresses = 1000;

/** Annotations that the slices do not get. */
const ownAnnotations: ReadonlySet<string> = new Set([
  "endpoints.kubernetes.io/last-change-trigger-time",
  "kubectl.kubernetes.io/last-applied-configuration",
]);

export interface Mirrored {
  readonly slices: EndpointSlice[];
  /** The number of addresses that no slice contains, because their subset has too many. */
  readonly skipped: number;
}

export function mirroredSlices(endpoints: Stored<Endpoints>): Mirrored {
  const repacked = repack(endpoints.subsets ?? []);
  const slices = repacked.flatMap(({ ports, members }) => {
    const families = groupBy(members.slice(0, mostAddresses), ({ address }) => familyOf(address.ip));
    return [...families].map(([family, own]) => sliceOf(endpoints, ports, family, own));
  });
  const skipped = repacked.reduce((sum, { members }) => sum + Math.max(0, members.length - mostAddresses), 0);
  return { slices, skipped };
}

interface Member {
  readonly address: EndpointAddress;
  isReady: boolean;
}

interface Repacked {
  readonly ports: readonly EndpointPort[];
  readonly members: readonly Member[];
}

/** Joins the subsets whose ports have the same addresses. An address that is not ready in one subset is not ready for the port. */
function repack(subsets: readonly EndpointSubset[]): Repacked[] {
  const known = new Map<string, EndpointAddress>();
  const byPort = new Map<string, { port: EndpointPort | undefined; members: Map<string, Member> }>();
  for (const subset of subsets) {
    for (const port of subset.ports?.length ? subset.ports : [undefined]) {
      const key = JSON.stringify([port?.name ?? "", port?.port, port?.protocol, port?.appProtocol]);
      let entry = byPort.get(key);
      if (entry === undefined) byPort.set(key, (entry = { port, members: new Map() }));
      for (const address of subset.addresses ?? []) add(entry.members, address, true);
      for (const address of subset.notReadyAddresses ?? []) add(entry.members, address, false);
    }
  }
  const sorted = [...byPort.values()].map(({ port, members }) => ({
    port,
    members: [...members].sort(([left], [right]) => compareText(left, right)).map(([, member]) => member),
  }));
  return [...groupBy(sorted, ({ members }) => JSON.stringify(members)).values()].map((group) => ({
    ports: group.flatMap(({ port }) => (port === undefined ? [] : [port])),
    members: group[0]?.members ?? [],
  }));

  function add(members: Map<string, Member>, address: EndpointAddress, isReady: boolean): void {
    const key = `${address.ip} ${address.targetRef?.uid ?? ""}`;
    const first = known.get(key) ?? address;
    known.set(key, first);
    const member = members.get(key);
    if (member === undefined) members.set(key, { address: first, isReady });
    else member.isReady &&= isReady;
  }
}

function sliceOf(
  endpoints: Stored<Endpoints>,
  ports: readonly EndpointPort[],
  family: Family,
  members: readonly Member[],
): EndpointSlice {
  const { name, namespace, labels, annotations = {} } = endpoints.metadata;
  return {
    ...{ apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", addressType: family },
    metadata: {
      ...{ name: "", generateName: `${name}-`, namespace },
      labels: { ...labels, [serviceName]: name, [managedBy]: mirrorController },
      annotations: Object.fromEntries(Object.entries(annotations).filter(([key]) => !ownAnnotations.has(key))),
      ownerReferences: [controllerReference(endpoints)],
    },
    endpoints: members.map(endpointOf),
    ports: ports.map(({ name: own = "", ...port }) => ({ name: own, ...port })),
  };
}

function endpointOf({ address: { ip, hostname, nodeName, targetRef }, isReady }: Member): Endpoint {
  return {
    addresses: [canonical(ip)],
    conditions: { ready: isReady },
    ...(hostname === undefined || hostname === "" ? {} : { hostname }),
    ...(nodeName === undefined ? {} : { nodeName }),
    ...(targetRef === undefined ? {} : { targetRef }),
  };
}

function familyOf(ip: string): Family {
  return readIp(ip)?.length === 16 ? "IPv6" : "IPv4";
}

/** Endpoints may contain an address with leading zeros, which an EndpointSlice cannot contain. */
function canonical(ip: string): string {
  const bytes = readIp(ip);
  return bytes === undefined ? ip : printIp(bytes);
}
