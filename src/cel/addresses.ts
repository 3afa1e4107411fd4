/** IP addresses and networks, parsed like Go's net/netip does. */
import { cut, quoteText } from "../core/go-text.js";

export type Parsed<T> = T | { readonly fault: string };

/** Returns the bytes of an address, 4 or 16. Like Kubernetes, rejects zones and IPv4 within IPv6. */
export function parseIp(text: string): Parsed<readonly number[]> {
  const [address, zone] = cut(text, "%");
  const bytes = address.includes(":") ? readIPv6(address) : readIPv4(text);
  const fault = "IP Address";
  if (bytes === undefined) {
    return { fault: `${fault} ${quoteText(text)} parse error during conversion from string: ${ipFault(text)}` };
  }
  if (zone !== undefined) {
    return zone === ""
      ? { fault: `${fault} ${quoteText(text)} parse error during conversion from string: ${ipFault(text)}` }
      : { fault: `IP address ${quoteText(text)} with zone value is not allowed` };
  }
  return isMapped(bytes) ? { fault: `IPv4-mapped IPv6 address ${quoteText(text)} is not allowed` } : bytes;
}

export interface Network {
  readonly bytes: readonly number[];
  readonly bits: number;
}

const cidrFault = "network address parse error during conversion from string: ";

export function parseCidr(text: string): Parsed<Network> {
  const slash = text.lastIndexOf("/");
  const wrong = (why: string): { readonly fault: string } => ({
    fault: `${cidrFault}${cidrFault}netip.ParsePrefix(${quoteText(text)}): ${why}`,
  });
  if (slash === -1) return wrong("no '/'");
  const [address, length] = [text.slice(0, slash), text.slice(slash + 1)];
  if (address.includes("%")) return wrong("IPv6 zones cannot be present in a prefix");
  const bytes = address.includes(":") ? readIPv6(address) : readIPv4(address);
  if (bytes === undefined) return wrong(ipFault(address));
  if (!/^(?:0|[1-9]\d*)$/.test(length)) return wrong(`bad bits after slash: ${quoteText(length)}`);
  if (Number(length) > bytes.length * 8) return wrong("prefix length out of range");
  if (isMapped(bytes)) return { fault: `${cidrFault}IPv4-mapped IPv6 address ${quoteText(text)} is not allowed` };
  return { bytes, bits: Number(length) };
}

function ipFault(text: string): string {
  return `ParseAddr(${quoteText(text)}): ${/^[^:%]*\./.test(text) ? ipv4Fault(text) : "unable to parse IP"}`;
}

function ipv4Fault(text: string): string {
  const fields = text.split(".");
  let at = 0;
  for (const [index, field] of fields.entries()) {
    const rest = (from: number): string => ` (at ${quoteText(text.slice(from))})`;
    const stray = /[^0-9]/.exec(field);
    if (stray !== null) return `unexpected character${rest(at + stray.index)}`;
    if (field === "")
      return `IPv4 field must have at least one digit${rest(index === 0 ? at : Math.min(at, text.length - 1))}`;
    if (/^0\d/.test(field)) return "IPv4 field has octet with leading zero";
    if (Number(field) > 255) return "IPv4 field has value >255";
    if (index === 3 && fields.length > 4) return "IPv4 address too long";
    at += field.length + 1;
  }
  return "IPv4 address too short";
}

function readIPv4(text: string): readonly number[] | undefined {
  const parts = text.split(".");
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part))) return undefined;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

function readIPv6(text: string): readonly number[] | undefined {
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => readGroups(half, index === halves.length - 1));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  const gap = 16 - head.length - (tail?.length ?? 0);
  if (halves.length === 1) return gap === 0 ? head : undefined;
  return gap >= 2 ? [...head, ...Array.from({ length: gap }, () => 0), ...(tail ?? [])] : undefined;
}

function readGroups(text: string, isLast: boolean): readonly number[] | undefined {
  if (text === "") return [];
  const bytes: number[] = [];
  const groups = text.split(":");
  for (const [index, group] of groups.entries()) {
    if (isLast && index === groups.length - 1 && group.includes(".")) {
      const four = readIPv4(group);
      if (four === undefined) return undefined;
      bytes.push(...four);
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(group)) return undefined;
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
    }
  }
  return bytes;
}

function isMapped(bytes: readonly number[]): boolean {
  return (
    bytes.length === 16 && bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/** Returns its canonical text: lower case, without the longest run of zeros (the first of equals, at least two groups). */
export function printIp(bytes: readonly number[]): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0));
  let [start, length] = [0, 1];
  for (let from = 0; from < 8; from++) {
    let to = from;
    while (to < 8 && groups[to] === 0) to++;
    if (to - from > length) [start, length] = [from, to - from];
  }
  const hex = groups.map((group) => group.toString(16));
  return length < 2 ? hex.join(":") : `${hex.slice(0, start).join(":")}::${hex.slice(start + length).join(":")}`;
}

export function masked({ bytes, bits }: Network): readonly number[] {
  return bytes.map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
}

export function containsAddress(network: Network, bytes: readonly number[]): boolean {
  return bytes.length === network.bytes.length && areSame(masked(network), masked({ bytes, bits: network.bits }));
}

export function areSame(left: readonly number[], right: readonly number[]): boolean {
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}
