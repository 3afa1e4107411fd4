/** Source: kubernetes/pkg/registry/core/service/storage/alloc.go, portallocator/allocator.go. */
import { randomInt } from "node:crypto";
import { type FieldError, invalid } from "../../../../core/field-error.js";
import type { JsonObject } from "../../../../core/json.js";
import { isSet, numberOf, textOf } from "../../../api-object.js";
import { internalError } from "../../../status-error.js";
import { needsHealthCheck, needsNodePort, nodePortOf, nodePortsOf, portsOf } from "./service-spec.js";

const firstPort = 30_000;
const lastPort = 32_767;
/** The ports below are for services that request one. Source: portallocator/allocator.go (calculateRangeOffset). */
const firstDynamic = firstPort + 86;

const rangeFault = `provided port is not in the valid range. The range of valid ports is ${firstPort}-${lastPort}`;

/** Allocates the node ports of a new service. Ports with the same number (TCP and UDP) share a node port. */
export function allocateNodePorts(spec: JsonObject, others: readonly JsonObject[]): FieldError[] {
  const taken = takenPorts(others);
  if (!needsNodePort(spec)) return [];
  const byPort = new Map<number, number>();
  for (const [index, port] of portsOf(spec).entries()) {
    if (nodePortOf(port) === 0 && !mayAllocate(spec)) continue;
    const number = numberOf(port, "port") ?? 0;
    const given = byPort.get(number);
    if (given === undefined) {
      const asked = portsOf(spec).find((each) => each["port"] === number && nodePortOf(each) !== 0);
      const wanted = asked === undefined ? 0 : nodePortOf(asked);
      const fault = wanted === 0 ? undefined : whyNotFree(wanted, taken);
      if (fault !== undefined) return [invalid(`spec.ports[${index}].nodePort`, wanted, fault)];
      const nodePort = wanted === 0 ? freePort(taken) : wanted;
      taken.add(nodePort);
      port["nodePort"] = nodePort;
      byPort.set(number, nodePort);
    } else if (nodePortOf(port) === 0) {
      port["nodePort"] = given;
    } else if (nodePortOf(port) !== given) {
      const fault = whyNotFree(nodePortOf(port), taken);
      if (fault !== undefined) return [invalid(`spec.ports[${index}].nodePort`, nodePortOf(port), fault)];
      taken.add(nodePortOf(port));
    }
  }
  return allocateHealthCheckPort(spec, taken);
}

/** Allocates the node ports of a changed service, which keeps its own. */
export function updateNodePorts(spec: JsonObject, before: JsonObject, others: readonly JsonObject[]): FieldError[] {
  const taken = takenPorts(others);
  if (needsNodePort(spec)) {
    const own = new Set(nodePortsOf(before));
    const used = new Set<string>();
    for (const [index, port] of portsOf(spec).entries()) {
      const wanted = nodePortOf(port);
      if (wanted === 0 && !mayAllocate(spec)) continue;
      if (wanted === 0) {
        port["nodePort"] = freePort(new Set([...taken, ...own]));
        own.add(nodePortOf(port));
      } else if (!own.has(wanted)) {
        const fault = whyNotFree(wanted, taken);
        if (fault !== undefined) return [invalid(`spec.ports[${index}].nodePort`, wanted, fault)];
        own.add(wanted);
      }
      const key = `${textOf(port, "protocol")} ${nodePortOf(port)}`;
      if (used.has(key)) throw internalError(`duplicate nodePort: {${key}}`);
      used.add(key);
    }
    for (const port of own) taken.add(port);
  }
  return needsHealthCheck(before) ? [] : allocateHealthCheckPort(spec, taken);
}

function allocateHealthCheckPort(spec: JsonObject, taken: Set<number>): FieldError[] {
  if (!needsHealthCheck(spec)) return [];
  const wanted = numberOf(spec, "healthCheckNodePort") ?? 0;
  const fault = wanted === 0 ? undefined : whyNotFree(wanted, taken);
  if (fault !== undefined) {
    throw internalError(`failed to allocate requested HealthCheck NodePort ${wanted}: ${fault}`);
  }
  if (wanted === 0) spec["healthCheckNodePort"] = freePort(taken);
  return [];
}

function mayAllocate(spec: JsonObject): boolean {
  return spec["type"] === "NodePort" || isSet(spec, "allocateLoadBalancerNodePorts");
}

function takenPorts(others: readonly JsonObject[]): Set<number> {
  const ports = others.flatMap((other) => [...nodePortsOf(other), numberOf(other, "healthCheckNodePort") ?? 0]);
  return new Set(ports.filter((port) => port !== 0));
}

function whyNotFree(port: number, taken: ReadonlySet<number>): string | undefined {
  if (port < firstPort || port > lastPort) return rangeFault;
  return taken.has(port) ? "provided port is already allocated" : undefined;
}

function freePort(taken: ReadonlySet<number>): number {
  // Start at a random port, so that the next request does not get a port that was just released.
  const start = randomInt(firstDynamic, lastPort + 1);
  for (let port = start; port <= lastPort; port += 1) if (!taken.has(port)) return port;
  for (let port = firstDynamic; port < start; port += 1) if (!taken.has(port)) return port;
  for (let port = firstPort; port < firstDynamic; port += 1) if (!taken.has(port)) return port;
  throw internalError("failed to allocate a nodePort: range is full");
}
