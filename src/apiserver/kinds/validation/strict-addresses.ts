/** The addresses in newer fields, which have a single form each. Source: k8s.io/apimachinery/pkg/util/validation/ip.go. */
import { masked, parseIp, printIp } from "../../../cel/addresses.js";
import { cidrFault, ipFault, readIp, readNetwork } from "./addresses.js";

export function checkStrictIp(value: string): string[] {
  const bytes = readIp(value);
  if (bytes === undefined) return [ipFault];
  if (isMapped(value)) return ["must not be an IPv4-mapped IPv6 address"];
  if ("fault" in parseIp(value)) return ["must not have leading 0s"];
  const canonical = printIp(bytes);
  return canonical === value ? [] : [`must be in canonical form ("${canonical}")`];
}

export function checkStrictCidr(value: string): string[] {
  const network = readNetwork(value);
  if (network === undefined) return [cidrFault];
  const [address = "", bits = ""] = value.split("/");
  if (isMapped(address)) return ["must not have an IPv4-mapped IPv6 address"];
  if ("fault" in parseIp(address) || /^0\d/.test(bits)) return ["must not have leading 0s in IP or prefix length"];
  const canonical = `${printIp(masked(network))}/${network.bits}`;
  if (canonical !== `${printIp(network.bytes)}/${network.bits}`) {
    return ["must not have bits set beyond the prefix length"];
  }
  return canonical === value ? [] : [`must be in canonical form ("${canonical}")`];
}

function isMapped(address: string): boolean {
  return /^::ffff:\d+\.\d+\.\d+\.\d+$/i.test(address);
}
