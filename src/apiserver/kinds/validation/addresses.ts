/**
 * The addresses in fields that are older than the strict rules: IPv4 octets may have leading zeros.
 * Source: k8s.io/apimachinery/pkg/util/validation/ip.go, k8s.io/utils/net.
 */
import { masked, type Network, parseCidr, parseIp, printIp } from "../../../cel/addresses.js";
import { type FieldError, invalid } from "../../../core/field-error.js";

export const ipFault = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
export const cidrFault = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

/** Returns 4 or 16 bytes. An IPv4 address inside an IPv6 address counts as IPv4. */
export function readIp(text: string): readonly number[] | undefined {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  const parsed = parseIp(withoutZeros(mapped ?? text));
  return "fault" in parsed ? undefined : parsed;
}

export function readNetwork(text: string): Network | undefined {
  const parsed = parseCidr(withoutZeros(text));
  return "fault" in parsed ? undefined : parsed;
}

export function isIpv4(text: string): boolean {
  return readIp(text)?.length === 4;
}

export function isIpv6(text: string): boolean {
  return readIp(text)?.length === 16;
}

export function validateIp(path: string, value: string, valid: readonly string[] = []): FieldError[] {
  return valid.includes(value) || readIp(value) !== undefined ? [] : [invalid(path, value, ipFault)];
}

export function validateCidr(path: string, value: string, valid: readonly string[] = []): FieldError[] {
  return valid.includes(value) || readNetwork(value) !== undefined ? [] : [invalid(path, value, cidrFault)];
}

/** Validates an address that receives traffic. Source: kubernetes/pkg/apis/core/validation (ValidateEndpointIP). */
export function validateEndpointIp(path: string, value: string): FieldError[] {
  const bytes = readIp(value);
  if (bytes === undefined) return [invalid(path, value, "must be a valid IP address")];
  const [first = 0, second = 0, third = 0] = bytes;
  const isV4 = bytes.length === 4;
  const isZero = bytes.slice(0, -1).every((byte) => byte === 0);
  const faults: FieldError[] = [];
  if (isZero && bytes.at(-1) === 0) faults.push(invalid(path, value, `may not be unspecified (${value})`));
  if (isV4 ? first === 127 : isZero && bytes.at(-1) === 1) {
    faults.push(invalid(path, value, "may not be in the loopback range (127.0.0.0/8, ::1/128)"));
  }
  if (isV4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80) {
    faults.push(invalid(path, value, "may not be in the link-local range (169.254.0.0/16, fe80::/10)"));
  }
  if (isV4 ? first === 224 && second === 0 && third === 0 : first === 0xff && (second & 0x0f) === 0x02) {
    faults.push(invalid(path, value, "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)"));
  }
  return faults;
}

export function ipWarnings(path: string, value: string): string[] {
  const bytes = readIp(value);
  if (bytes === undefined) return [];
  const canonical = printIp(bytes);
  if (canonical === value) return [];
  if (bytes.length === 4) {
    const advice = `will be considered invalid in a future Kubernetes release: use "${canonical}"`;
    return [`${path}: non-standard IP address "${value}" ${advice}`];
  }
  return [`${path}: IPv6 address "${value}" should be in RFC 5952 canonical format ("${canonical}")`];
}

export function cidrWarnings(path: string, value: string): string[] {
  const network = readNetwork(value);
  if (network === undefined) return [];
  const canonical = `${printIp(masked(network))}/${network.bits}`;
  const given = `${printIp(network.bytes)}/${network.bits}`;
  const warnings: string[] = [];
  if (canonical !== given) {
    const single = `${printIp(network.bytes)}/${network.bytes.length * 8}`;
    const question = `should be "${canonical}" or "${single}"?`;
    warnings.push(`${path}: CIDR value "${value}" is ambiguous in this context (${question})`);
  }
  if (network.bytes.length === 4 && given !== value) {
    const advice = `will be considered invalid in a future Kubernetes release: use "${canonical}"`;
    warnings.push(`${path}: non-standard CIDR value "${value}" ${advice}`);
  }
  if (warnings.length === 0 && given !== value) {
    warnings.push(`${path}: IPv6 CIDR value "${value}" should be in RFC 5952 canonical format ("${given}")`);
  }
  return warnings;
}

function withoutZeros(text: string): string {
  return text.includes(":") ? text : text.replaceAll(/(^|[./])0+(?=\d)/g, "$1");
}
