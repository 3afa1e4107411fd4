/**
 * Checks whether a cluster with a loopback address runs on this machine. The address alone proves nothing: a tunnel
 * (`ssh -L`, `kubectl proxy`) also has a loopback address, and leads to a cluster where a mistake is costly.
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

/** The fields of a Node that the check reads. */
export interface ClusterNode {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec?: { readonly providerID?: string };
  readonly status?: { readonly addresses?: readonly { readonly type: string; readonly address: string }[] };
}

type Interfaces = ReturnType<typeof os.networkInterfaces>;

const patienceMs = 5000;
/** A cluster on a single machine has fewer nodes than this. */
const manyNodes = 50;

/**
 * Returns whether the cluster runs on this machine. Calls it only if its certificate does not show that. A port without
 * a server does not lead to another cluster.
 */
export async function runsHere(config: ClusterConfig, signal: AbortSignal): Promise<boolean> {
  if (isOfTestServer(config)) return true;
  if (config.proxyUrl !== undefined) return false; // the address is loopback on the proxy
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

/** Returns undefined if the text is not a list of nodes, or only a part of a list. */
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
 * Returns whether the certificate is that of tsop's embedded server, or the certificate that a kube-apiserver generates
 * for itself, as in envtest. The latter names the address of its machine. The connection fails unless the server has the
 * key.
 */
function isOfTestServer({ tls: { ca } }: ClusterConfig): boolean {
  if (ca === undefined) return false;
  try {
    const { subject } = new X509Certificate(ca.kind === "data" ? ca.data : readFileSync(ca.path));
    if (subject === "CN=tsop-apiserver-ca") return true;
    const host = /^CN=([\d.:a-f]+)(?:-ca)?@\d+$/.exec(subject)?.[1] ?? "";
    return host === "127.0.0.1" || isOwnAddress(host, os.networkInterfaces());
  } catch {
    return false; // the connection reports the error
  }
}

/**
 * Returns whether a node runs here. It does if a tool for local clusters marks the node, or if this machine assigns its
 * address.
 */
export function isNodeHere({ metadata, spec, status }: ClusterNode, interfaces: Interfaces): boolean {
  const { name, labels = {} } = metadata;
  const { providerID = "" } = spec ?? {};
  if (providerID.startsWith("kind://") || (name.startsWith("k3d-") && providerID.startsWith("k3s://"))) return true;
  if (labels["minikube.k8s.io/name"] !== undefined || desktopNodes.includes(name)) return true;
  const addresses = (status?.addresses ?? []).filter(({ type }) => type === "InternalIP").map(({ address }) => address);
  return addresses.length > 0 && addresses.every((address) => isOwnAddress(address, interfaces));
}

const desktopNodes = ["docker-desktop", "lima-rancher-desktop", "colima", "orbstack", "crc"];

/** Bridges to containers and virtual machines: only programs on this machine have an address behind a bridge. */
const bridge = /^(?:docker\d|br-|podman|cni|virbr|lxdbr|incusbr|vboxnet|vmnet|bridge\d)/;

function isOwnAddress(address: string, interfaces: Interfaces): boolean {
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (isIP(address) === 0) return false;
  return Object.entries(interfaces).some(([name, own = []]) =>
    own.some(({ address: mine, cidr, internal }) => {
      if (internal) return false; // the loopback address again
      if (mine === address) return true;
      const [network, prefix] = cidr?.split("/") ?? [];
      if (!bridge.test(name) || network === undefined || isIP(network) !== isIP(address)) return false;
      const list = new BlockList();
      list.addSubnet(network, Number(prefix), family);
      return list.check(address, family);
    }),
  );
}
