/**
 * The parts of a service's spec that its rules read.
 * Source: kubernetes/pkg/registry/core/service/strategy.go, pkg/api/service/util.go.
 */
import type { JsonObject } from "../../../../core/json.js";
import { numberOf, objectsOf, textOf, textsOf } from "../../../api-object.js";

export function isHeadless(spec: JsonObject): boolean {
  const [first, ...others] = textsOf(spec, "clusterIPs");
  return first === "None" && others.length === 0;
}

export function needsClusterIp(spec: JsonObject): boolean {
  return spec["type"] !== "ExternalName";
}

export function needsNodePort(spec: JsonObject): boolean {
  return spec["type"] === "NodePort" || spec["type"] === "LoadBalancer";
}

export function needsHealthCheck(spec: JsonObject): boolean {
  return spec["type"] === "LoadBalancer" && spec["externalTrafficPolicy"] === "Local";
}

export function isExternallyAccessible(spec: JsonObject): boolean {
  return needsNodePort(spec) || (spec["type"] === "ClusterIP" && textsOf(spec, "externalIPs").length > 0);
}

export function portsOf(spec: JsonObject): readonly JsonObject[] {
  return objectsOf(spec, "ports");
}

/** Returns 0 for a port without a node port. */
export function nodePortOf(port: JsonObject): number {
  return numberOf(port, "nodePort") ?? 0;
}

export function nodePortsOf(spec: JsonObject): number[] {
  return portsOf(spec)
    .map(nodePortOf)
    .filter((port) => port !== 0);
}

export function clusterIpOf(spec: JsonObject): string {
  return textOf(spec, "clusterIP");
}

export function areSameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
