/** The addresses in newer fields, which have a single form each. Source: k8s.io/apimachinery/pkg/util/validation/ip.go. */
import { masked, parseIp, printIp } from "../../../cel/addresses.js";
import { cidrFault, ipFault, readIp, readNetwork } from "./addresses.js";

export function checkStrictIp(value: string): string[] {
  const bytes = readIp(value);
  if (bytes === undefined) return [ipFault];
  const faults = ambiguousIp(value);
  if (faults.length > 0) return faults;
  const canonical = printIp(bytes);
  return canonical === value ? [] : [`must be in canonical form ("${canonical}")`];
}

export function checkStrictCidr(value: string): string[] {
  const network = readNetwork(value);
  if (network === undefined) return [cidrFault];
  const faults = ambiguousCidr(value);
  if (faults.length > 0) return faults;
  const canonical = `${printIp(masked(network))}/${network.bits}`;
  return canonical === value ? [] : [`must be in canonical form ("${canonical}")`];
}

/** Returns the error in an address that programs read in different ways. */
export function ambiguousIp(value: string): string[] {
  if (isMapped(value)) return ["must not be an IPv4-mapped IPv6 address"];
  return "fault" in parseIp(value) ? ["must not have leading 0s"] : [];
}

export function ambiguousCidr(value: string): string[] {
  const [address = "", bits = ""] = value.split("/");
  if (isMapped(address)) return ["must not have an IPv4-mapped IPv6 address"];
  if ("fault" in parseIp(address) || /^0\d/.test(bits)) return ["must not have leading 0s in IP or prefix length"];
  const network = readNetwork(value);
  const isMasked = network === undefined || printIp(masked(network)) === printIp(network.bytes);
  return isMasked ? [] : ["must not have bits set beyond the prefix length"];
}

function isMapped(address: string): boolean {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address);
}
