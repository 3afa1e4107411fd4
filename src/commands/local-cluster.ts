/**
 * Whether a cluster whose address is loopback runs on this machine. The address alone proves nothing: a tunnel (`ssh -L`, `kubectl
 * proxy`) has the same, and leads to a cluster where a mistake costs much.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import os from "node:os";
import { TsopError } from "../core/errors.js";
import { field, readJson } from "../core/json-fields.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import { createLiveClient } from "../kube/http-client.js";
import { isListening } from "../kube/local-port.js";

/** What is looked at of a Node. */
export interface ClusterNode {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly providerID?: string };
  readonly status?: { readonly addresses?: readonly { readonly type: string; readonly address: string }[] };
}

type Interfaces = ReturnType<typeof os.networkInterfaces>;

const patienceMs = 5000;
/** No cluster on one machine has as many. */
const manyNodes = 50;

/** Asks the cluster, unless its certificate says enough. A server that nobody has started is nobody else's. */
export async function runsHere(config: ClusterConfig, signal: AbortSignal): Promise<boolean> {
  if (isOfTestServer(config)) return true;
  if (config.proxyUrl !== undefined) return false; // it is loopback of the proxy
  const { port, protocol, hostname } = new URL(config.server);
  const number = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  if (!(await isListening(number, hostname.replace(/^\[|\]$/g, "")))) return true;
  const client = createLiveClient(config);
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const path = `/api/v1/nodes?limit=${manyNodes}`;
    const nodes = nodesIn(await client.transport.request({ method: "GET", path, signal: limited }));
    return nodes?.every((node) => isNodeHere(node, os.networkInterfaces())) ?? false;
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TsopError || (error instanceof Error && error.name === "TimeoutError")) return false;
    throw error;
  } finally {
    client.close();
  }
}

/** Undefined for what is no list of nodes, and for a part of one. */
function nodesIn(text: string): readonly ClusterNode[] | undefined {
  const value = readJson(text);
  const items = field(value, "items");
  const isWhole = (field(field(value, "metadata"), "continue") ?? "") === "";
  const isNodes = field(value, "kind") === "NodeList" && Array.isArray(items) && items.every(isNode);
  return isNodes && isWhole ? items : undefined;
}

function isNode(value: unknown): value is ClusterNode {
  const labels = field(field(value, "metadata"), "labels") ?? {};
  const addresses = field(field(value, "status"), "addresses") ?? [];
  const providerID = field(field(value, "spec"), "providerID");
  return (
    typeof field(field(value, "metadata"), "name") === "string" &&
    typeof labels === "object" &&
    (providerID === undefined || typeof providerID === "string") &&
    Array.isArray(addresses) &&
    addresses.every((each) => ["type", "address"].every((name) => typeof field(each, name) === "string"))
  );
}

/**
 * The certificate of tsop's embedded server, or the one that a kube-apiserver makes for itself, as in envtest: it names the address of
 * its machine. The connection is refused unless the server has the key.
 */
function isOfTestServer({ tls: { ca } }: ClusterConfig): boolean {
  if (ca === undefined) return false;
  try {
    const { subject } = new X509Certificate(ca.kind === "data" ? ca.data : readFileSync(ca.path));
    if (subject === "CN=tsop-apiserver-ca") return true;
    const host = /^CN=([\d.:a-f]+)(?:-ca)?@\d+$/.exec(subject)?.[1] ?? "";
    return host === "127.0.0.1" || isOwnAddress(host, os.networkInterfaces());
  } catch {
    return false; // said where the connection is made
  }
}

/** By what tools that make clusters on one's own machine write on their nodes, or by an address that this machine gives out itself. */
export function isNodeHere({ metadata, spec, status }: ClusterNode, interfaces: Interfaces): boolean {
  const { name, labels = {} } = metadata;
  const { providerID = "" } = spec ?? {};
  if (providerID.startsWith("kind://") || (name.startsWith("k3d-") && providerID.startsWith("k3s://"))) return true;
  if (labels["minikube.k8s.io/name"] !== undefined || desktopNodes.includes(name)) return true;
  const addresses = (status?.addresses ?? []).filter(({ type }) => type === "InternalIP").map(({ address }) => address);
  return addresses.length > 0 && addresses.every((address) => isOwnAddress(address, interfaces));
}

const desktopNodes = ["docker-desktop", "lima-rancher-desktop", "colima", "orbstack", "crc"];

/** Bridges to containers and virtual machines: only what runs here has an address behind one. */
const bridge = /^(?:docker\d|br-|podman|cni|virbr|lxdbr|incusbr|vboxnet|vmnet|bridge\d)/;

function isOwnAddress(address: string, interfaces: Interfaces): boolean {
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (isIP(address) === 0) return false;
  return Object.entries(interfaces).some(([name, own = []]) =>
    own.some(({ address: mine, cidr, internal }) => {
      if (internal) return false; // loopback again
      if (mine === address) return true;
      const [network, prefix] = cidr?.split("/") ?? [];
      if (!bridge.test(name) || network === undefined || isIP(network) !== isIP(address)) return false;
      const list = new BlockList();
      list.addSubnet(network, Number(prefix), family);
      return list.check(address, family);
    }),
  );
}
