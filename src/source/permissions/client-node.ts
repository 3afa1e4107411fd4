/** The rights that the classes of `@kubernetes/client-node` for access to pods require. */
import type { KindName } from "./type-kinds.js";

/** One right that a call needs. */
export interface NeededRight {
  readonly about: KindName;
  readonly subresource?: string;
  readonly verbs: readonly string[];
}

/** The modules `@kubernetes/client-node` and `tsop/client-node`; everything else in them is `any`. */
export const clientNodeDeclarations = `
export interface Exec { exec(...args: any[]): Promise<any> }
export declare var Exec: { new (...args: any[]): Exec };
export interface Attach { attach(...args: any[]): Promise<any> }
export declare var Attach: { new (...args: any[]): Attach };
export interface Cp { cpFromPod(...args: any[]): Promise<void>; cpToPod(...args: any[]): Promise<void> }
export declare var Cp: { new (...args: any[]): Cp };
export interface PortForward {
  portForward(...args: any[]): Promise<any>; portForwardService(...args: any[]): Promise<any>; portForwardDeployment(...args: any[]): Promise<any>;
}
export declare var PortForward: { new (...args: any[]): PortForward };
export interface Log { log(...args: any[]): Promise<any> }
export declare var Log: { new (...args: any[]): Log };
export interface Metrics { getPodMetrics(...args: any[]): Promise<any>; getNodeMetrics(...args: any[]): Promise<any> }
export declare var Metrics: { new (...args: any[]): Metrics };
export declare function topPods(...args: any[]): Promise<any>;
export declare function topNodes(...args: any[]): Promise<any>;
export declare function createCp(...args: any[]): Promise<Cp>;
`;

const pod: KindName = { apiVersion: "v1", kind: "Pod" };
const pods: NeededRight = { about: pod, verbs: ["list"] };

/** Returns the rights for a WebSocket, which is a GET; Kubernetes 1.35 and newer also require the right to create. */
function stream(subresource: string): NeededRight {
  return { about: pod, subresource, verbs: ["create", "get"] };
}

function metrics(kind: "PodMetrics" | "NodeMetrics"): NeededRight {
  return { about: { apiVersion: "metrics.k8s.io/v1beta1", kind }, verbs: ["list"] };
}

function oneOf(apiVersion: string, kind: string): NeededRight {
  return { about: { apiVersion, kind }, verbs: ["get"] };
}

/** The rights by class and method, or by function name. */
export const clientNodeRights: Readonly<Record<string, readonly [NeededRight, ...NeededRight[]]>> = {
  "Exec.exec": [stream("exec")],
  "Attach.attach": [stream("attach")],
  "Cp.cpFromPod": [stream("exec")],
  "Cp.cpToPod": [stream("exec")],
  "PortForward.portForward": [stream("portforward")],
  "PortForward.portForwardService": [stream("portforward"), oneOf("v1", "Service"), pods],
  "PortForward.portForwardDeployment": [stream("portforward"), oneOf("apps/v1", "Deployment"), pods],
  "Log.log": [{ about: pod, subresource: "log", verbs: ["get"] }],
  "Metrics.getPodMetrics": [metrics("PodMetrics")],
  "Metrics.getNodeMetrics": [metrics("NodeMetrics")],
  topPods: [pods, metrics("PodMetrics")],
  topNodes: [{ about: { apiVersion: "v1", kind: "Node" }, verbs: ["list"] }, pods],
};
