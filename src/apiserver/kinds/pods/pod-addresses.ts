/**
 * The addresses of a pod and its node in the status.
 * Source: pkg/apis/core/v1/conversion.go, pkg/apis/core/validation/validation.go.
 */
import { type FieldError, internal, invalid } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { objectOf, objectsOf, textOf } from "../../api-object.js";
import { isIpv4, isIpv6, readIp, validateIp } from "../validation/addresses.js";
import { invalidInternal } from "../validation/internal-forms.js";

/** Makes the single address and the list agree. If they differ, the single address wins. */
export function alignPodAddresses(pod: JsonObject): void {
  const status = objectOf(pod, "status");
  if (status === undefined) return;
  const address = textOf(status, "podIP");
  const first = textOf(objectsOf(status, "podIPs")[0], "ip");
  if (address !== "" && address !== first) status["podIPs"] = [{ ip: address }];
  else if (address === "" && first !== "") status["podIP"] = first;
}

export function validatePodAddresses(status: JsonObject, old: JsonObject): FieldError[] {
  return validateAddresses(status, old, "podIPs");
}

export function validateHostAddresses(status: JsonObject, old: JsonObject): FieldError[] {
  const [first] = objectsOf(status, "hostIPs");
  if (first === undefined) return [];
  const ip = textOf(first, "ip");
  return [
    ...(textOf(status, "hostIP") === ip ? [] : [invalid("status.hostIPs[0].ip", ip, "must be equal to `hostIP`")]),
    ...validateAddresses(status, old, "hostIPs"),
  ];
}

function validateAddresses(status: JsonObject, old: JsonObject, list: string): FieldError[] {
  const ipsOf = (holder: JsonObject): string[] => objectsOf(holder, list).map((each) => textOf(each, "ip"));
  const path = `status.${list}`;
  const [ips, known] = [ipsOf(status), ipsOf(old)];
  const faults = ips.flatMap((ip, index) => validateIp(`${path}[${index}]`, ip, known));
  if (ips.length < 2) return faults;
  const bad = ips.find((ip) => readIp(ip) === undefined);
  if (bad !== undefined) {
    const shown = `invalid IP: ${JSON.stringify(bad)}`;
    faults.push(internal(path, `failed to check for dual stack with error:${shown}`));
  }
  const isDualStack = bad === undefined && ips.some(isIpv4) && ips.some(isIpv6);
  if (isDualStack && ips.length === 2) return faults;
  const detail = "may specify no more than one IP for each IP family";
  return [...faults, invalidInternal(path, [...objectsOf(status, list)], "v1.PodIP", detail)];
}
