/** Source: kubernetes/pkg/apis/core/validation/validation.go (ValidateServiceClusterIPsRelatedFields, validateUpgradeDowngrade…). */
import type { JsonObject } from "../../../../core/json.js";
import { type ApiObject, textOf, textsOf } from "../../../api-object.js";
import { duplicate, type FieldError, invalid, notSupported, required } from "../../../../core/field-error.js";
import { isIpv6, validateIp } from "../../validation/addresses.js";
import { specOf } from "../../workload-parts.js";
import { clusterIpOf, isHeadless, needsClusterIp } from "./service-spec.js";

const families = ["IPv4", "IPv6"];
const policies = ["PreferDualStack", "RequireDualStack", "SingleStack"];

export function validateClusterIps(service: ApiObject, old: ApiObject | undefined): FieldError[] {
  const spec = specOf(service);
  if (!needsClusterIp(spec)) return [];
  const ip = clusterIpOf(spec);
  const ips = [...textsOf(spec, "clusterIPs")];
  const ipFamilies = textsOf(spec, "ipFamilies");
  const policy = textOf(spec, "ipFamilyPolicy");
  const faults: FieldError[] = [];
  if (ip !== "") {
    if (ips.length === 0) faults.push(required("spec.clusterIPs"));
    else if (ips[0] !== ip) faults.push(invalid("spec.clusterIPs", ips, "first value must match `clusterIP`"));
  } else if (ips.length > 0) {
    faults.push(invalid("spec.clusterIPs", ips, "must be empty when `clusterIP` is not specified"));
  }
  for (const [index, family] of ipFamilies.entries()) {
    const path = `spec.ipFamilies[${index}]`;
    if (!families.includes(family)) faults.push(notSupported(path, family, families));
    if (ipFamilies.indexOf(family) < index) faults.push(duplicate(path, family));
  }
  if (policy !== "" && !policies.includes(policy)) {
    faults.push(notSupported("spec.ipFamilyPolicy", policy, policies));
  }
  return [...faults, ...validateEach(ips, ipFamilies, old === undefined ? [] : textsOf(specOf(old), "clusterIPs"))];
}

function validateEach(ips: string[], ipFamilies: readonly string[], valid: readonly string[]): FieldError[] {
  const isNone = ips[0] === "None";
  const faults: FieldError[] = [];
  if (isNone && ips.length > 1) {
    faults.push(invalid("spec.clusterIPs", ips, "'None' must be the first and only value"));
  }
  for (const [index, ip] of ips.entries()) {
    if (index > 0 || ip !== "None") faults.push(...validateIp(`spec.clusterIPs[${index}]`, ip, valid));
  }
  const hasInvalid = faults.length > 0;
  if (ips.length > 2) faults.push(invalid("spec.clusterIPs", ips, "may only hold up to 2 values"));
  if (hasInvalid) return faults;
  if (ips.length > 1 && new Set(ips.map(isIpv6)).size < 2) {
    faults.push(invalid("spec.clusterIPs", ips, "may specify no more than one IP for each IP family"));
  }
  if (isNone) return faults;
  for (const [index, ip] of ips.entries()) {
    const family = ipFamilies[index];
    if (family === undefined || (family === "IPv6") === isIpv6(ip)) continue;
    const detail = `expected an ${family} value as indicated by \`ipFamilies[${index}]\``;
    faults.push(invalid(`spec.clusterIPs[${index}]`, ip, detail));
  }
  return faults;
}

/** The first address and family stay as long as the service has any. */
export function validateClusterIpsUpdate(spec: JsonObject, before: JsonObject): FieldError[] {
  if (!needsClusterIp(spec) || !needsClusterIp(before)) return [];
  const ips = [...textsOf(spec, "clusterIPs")];
  const faults =
    isHeadless(spec) && isHeadless(before)
      ? []
      : validateKept("clusterIPs", "clusterIP", ips, textsOf(before, "clusterIPs"));
  const ipFamilies = [...textsOf(spec, "ipFamilies")];
  const isSwitched = isHeadless(spec) || isHeadless(before);
  if (isSwitched) return faults;
  return [...faults, ...validateKept("ipFamilies", "ipFamily", ipFamilies, textsOf(before, "ipFamilies"))];
}

function validateKept(field: string, singular: string, now: string[], before: readonly string[]): FieldError[] {
  const kept = before.length === now.length ? before : before.slice(0, 1);
  if (before.length > 0 && now.length === 0) {
    return [invalid(`spec.${field}[0]`, now, `primary ${singular} can not be unset`)];
  }
  return kept.flatMap((value, index) =>
    now[index] === value ? [] : [invalid(`spec.${field}[${index}]`, now, "may not change once set")],
  );
}
