/**
 * Allocates an IP, IP families, and node ports that no other service uses. Deleting a service frees its values.
 * Source: kubernetes/pkg/registry/core/service/storage (storage.go, alloc.go).
 */
import { randomInt } from "node:crypto";
import type { JsonObject } from "../../../../core/json.js";
import { type ApiObject, ensureObject, objectOf, textOf, textsOf } from "../../../api-object.js";
import { type FieldError, invalid } from "../../../../core/field-error.js";
import type { StoredObjects } from "../../../resource.js";
import { invalidError } from "../../../status-error.js";
import { isIpv6, readIp } from "../../validation/addresses.js";
import { allocateNodePorts, updateNodePorts } from "./node-ports.js";
import { specOf } from "../../workload-parts.js";
import { clusterIpOf, needsClusterIp } from "./service-spec.js";
import { keepAllocated, normalizeClusterIps } from "./kept-addresses.js";
import { validateClusterIps } from "./validate-cluster-ips.js";

/** 10.0.0.0/24; the first 16 addresses are for services that request one. Source: ipallocator.go (calculateRangeOffset). */
const network = [10, 0, 0] as const;
const firstDynamic = 16;
const lastHost = 254;

export function allocateService(service: ApiObject, old: ApiObject | undefined, stored: StoredObjects): void {
  const others = stored
    .list("services")
    .filter(({ metadata }) => old === undefined || metadata.uid !== old.metadata.uid)
    .map(specOf);
  const spec = ensureObject(service, "spec");
  const before = old === undefined ? undefined : specOf(old);
  if (before !== undefined) keepAllocated(spec, before);
  normalizeClusterIps(spec, before);
  refuse(service, setIpFamilies(service, old));
  refuse(service, allocateClusterIp(spec, before, others));
  refuse(service, before === undefined ? allocateNodePorts(spec, others) : updateNodePorts(spec, before, others));
}

function refuse({ metadata }: ApiObject, faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalidError("", "Service", metadata.name ?? "", faults);
}

/** This cluster supports only IPv4. */
function setIpFamilies(service: ApiObject, old: ApiObject | undefined): FieldError[] {
  const spec = specOf(service);
  if (!needsClusterIp(spec)) return [];
  const isSelectorless = clusterIpOf(spec) === "None" && Object.keys(objectOf(spec, "selector") ?? {}).length === 0;
  const oldPolicy = old === undefined ? undefined : specOf(old)["ipFamilyPolicy"];
  spec["ipFamilyPolicy"] ??= oldPolicy ?? (isSelectorless ? "RequireDualStack" : "SingleStack");
  const faults = validateClusterIps(service, old);
  if (faults.length > 0) return faults;

  const policy = textOf(spec, "ipFamilyPolicy");
  const policyFault = (detail: string): FieldError => invalid("spec.ipFamilyPolicy", policy, detail);
  const ips = [...textsOf(spec, "clusterIPs")];
  const families = [...textsOf(spec, "ipFamilies")];
  if (policy === "SingleStack") {
    const wanted = "must be 'RequireDualStack' or 'PreferDualStack' when multiple";
    if (ips.length === 2) faults.push(policyFault(`${wanted} cluster IPs are specified`));
    if (families.length === 2) faults.push(policyFault(`${wanted} IP families are specified`));
  }
  for (const [index, ip] of ips.entries()) {
    if (ip === "None") break;
    if (index < families.length) continue;
    if (isIpv6(ip)) faults.push(invalid(`spec.clusterIPs[${index}]`, ips, "IPv6 is not configured on this cluster"));
    else families.push("IPv4");
  }
  if (faults.length > 0) return faults;
  if (families.length === 0) families.push("IPv4");
  if (isSelectorless) {
    if (families.length < 2 && policy !== "SingleStack") families.push(families[0] === "IPv4" ? "IPv6" : "IPv4");
    spec["ipFamilies"] = families;
    return [];
  }
  if (policy === "RequireDualStack") {
    faults.push(policyFault("this cluster is not configured for dual-stack services"));
  }
  for (const [index, family] of families.entries()) {
    if (family !== "IPv4") {
      faults.push(invalid(`spec.ipFamilies[${index}]`, family, "not configured on this cluster"));
    }
  }
  if (faults.length === 0) spec["ipFamilies"] = families;
  return faults;
}

function allocateClusterIp(
  spec: JsonObject,
  before: JsonObject | undefined,
  others: readonly JsonObject[],
): FieldError[] {
  if (!needsClusterIp(spec) || textsOf(spec, "clusterIPs")[0] === "None") return [];
  // An address stays as long as the service needs one.
  if (before !== undefined && needsClusterIp(before)) return [];
  const taken = new Set(others.flatMap((other) => [...textsOf(other, "clusterIPs")]));
  const [wanted = ""] = textsOf(spec, "clusterIPs");
  const ip = wanted === "" ? freeIp(taken) : wanted;
  if (ip === undefined) {
    return [invalid("spec.clusterIPs", [], "failed to allocate IP: range is full")];
  }
  const fault = wanted === "" ? undefined : whyNotFree(wanted, taken);
  if (fault !== undefined) {
    return [invalid("spec.clusterIPs", [...textsOf(spec, "clusterIPs")], `failed to allocate IP ${wanted}: ${fault}`)];
  }
  spec["clusterIP"] = ip;
  spec["clusterIPs"] = [ip];
  return [];
}

function freeIp(taken: ReadonlySet<string>): string | undefined {
  // Start at a random address, so that the next request does not get an address that was just released.
  const start = randomInt(firstDynamic + 1, lastHost + 1);
  const order = [...range(start, lastHost), ...range(firstDynamic + 1, start - 1), ...range(1, firstDynamic)];
  return order.map((host) => [...network, host].join(".")).find((ip) => !taken.has(ip));
}

function whyNotFree(ip: string, taken: ReadonlySet<string>): string | undefined {
  const bytes = readIp(ip) ?? [];
  const host = bytes[3] ?? 0;
  const isInRange = bytes.length === 4 && network.every((byte, index) => bytes[index] === byte);
  if (!isInRange || host === 0 || host === 255) {
    return "the provided network does not match the current range";
  }
  return taken.has(ip) ? "provided IP is already allocated" : undefined;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
