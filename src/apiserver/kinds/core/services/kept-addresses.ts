/** Source: kubernetes/pkg/registry/core/service/storage/storage.go (patchAllocatedValues, normalizeClusterIPs). */
import type { JsonObject } from "../../../../core/json.js";
import { numberOf, textOf, textsOf } from "../../../api-object.js";
import {
  areSameTexts,
  clusterIpOf,
  needsClusterIp,
  needsHealthCheck,
  needsNodePort,
  nodePortOf,
  nodePortsOf,
  portsOf,
} from "./service-spec.js";

/** Keeps the values that the server allocated and a client's update omits. */
export function keepAllocated(spec: JsonObject, before: JsonObject): void {
  if (needsClusterIp(before) && needsClusterIp(spec)) {
    if (clusterIpOf(spec) === "" && clusterIpOf(before) !== "") spec["clusterIP"] = clusterIpOf(before);
    const ips = textsOf(before, "clusterIPs");
    if (textsOf(spec, "clusterIPs").length === 0 && ips.length > 0) spec["clusterIPs"] = [...ips];
  }
  if (needsNodePort(before) && needsNodePort(spec)) {
    const used = nodePortsOf(before).filter((port) => nodePortsOf(spec).includes(port));
    const byName = new Map(portsOf(before).map((port) => [textOf(port, "name"), nodePortOf(port)]));
    for (const port of portsOf(spec)) {
      const old = byName.get(textOf(port, "name")) ?? 0;
      if (nodePortOf(port) === 0 && old !== 0 && !used.includes(old)) port["nodePort"] = old;
    }
  }
  if (needsHealthCheck(before) && needsHealthCheck(spec) && (numberOf(spec, "healthCheckNodePort") ?? 0) === 0) {
    spec["healthCheckNodePort"] = numberOf(before, "healthCheckNodePort") ?? 0;
  }
}

/** `clusterIP` is the first item of `clusterIPs`, whichever of the two fields the client sets. */
export function normalizeClusterIps(spec: JsonObject, before: JsonObject | undefined): void {
  const ip = clusterIpOf(spec);
  const ips = textsOf(spec, "clusterIPs");
  if (before === undefined) {
    if (ip !== "" && ips.length === 0) spec["clusterIPs"] = [ip];
    return;
  }
  const oldIp = clusterIpOf(before);
  const oldIps = textsOf(before, "clusterIPs");
  if (oldIps.length > 0 && ips.length === 0 && oldIp === ip) spec["clusterIPs"] = [...oldIps];
  if (oldIp === ip || !areSameTexts(oldIps, ips)) return;
  if (oldIp !== "" && ip === "") delete spec["clusterIPs"];
  else spec["clusterIPs"] = [ip];
}
