/** The libraries that Kubernetes adds: addresses, URLs, quantities, versions and named formats. */
import { containsAddress, masked, parseCidr, parseIp, printIp, type Parsed } from "./addresses.js";
import type { Implementation, Implementations } from "./implementation.js";
import { isNamedFormat, validateFormat } from "./named-formats.js";
import { mapOf } from "./functions-lists.js";
import {
  addQuantities,
  compareQuantities,
  doubleOf,
  integerOf,
  parseQuantity,
  quantityOf,
  subtractQuantities,
  type Quantity,
} from "./quantity.js";
import { compareSemvers, parseLooseSemver, parseSemver, type Semver } from "./semver.js";
import { parseUrl, type ParsedUrl } from "./url.js";
import { errorOf, is, isError, listOf, none, noOverload, some, type Value } from "./values.js";

export const kubernetes: Implementations = {
  cidr: onText(toCidr),
  containsCIDR: ([outer, inner]) => {
    const network = typeof inner === "string" ? toCidr(inner) : inner;
    if (network !== undefined && isError(network)) return network;
    if (!is(outer, "cidr") || !is(network, "cidr")) return undefined;
    return outer.bits <= network.bits && containsAddress(outer, network.bytes);
  },
  containsIP: ([network, given]) => {
    const address = typeof given === "string" ? toIp(given) : given;
    if (address !== undefined && isError(address)) return noOverload;
    return is(network, "cidr") && is(address, "ip") ? containsAddress(network, address.bytes) : undefined;
  },
  family: onIp((bytes) => (bytes.length === 4 ? 4n : 6n)),
  ip: ([value]) => {
    if (is(value, "cidr")) return { kind: "ip", bytes: value.bytes };
    return typeof value === "string" ? toIp(value) : undefined;
  },
  "ip.isCanonical": onText((text) => {
    const ip = toIp(text);
    return is(ip, "ip") ? printIp(ip.bytes) === text : ip;
  }),
  "jsonpatch.escapeKey": onText((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")),
  isCIDR: onText((text) => !isError(toCidr(text))),
  isGlobalUnicast: onIp((bytes) => !isSpecial(bytes)),
  isIP: onText((text) => !isError(toIp(text))),
  isLinkLocalMulticast: onIp(isLinkLocalMulticast),
  isLinkLocalUnicast: onIp(isLinkLocalUnicast),
  isLoopback: onIp(isLoopback),
  isUnspecified: onIp((bytes) => bytes.every((byte) => byte === 0)),
  masked: ([network]) => (is(network, "cidr") ? { ...network, bytes: masked(network) } : undefined),
  prefixLength: ([network]) => (is(network, "cidr") ? BigInt(network.bits) : undefined),

  isURL: onText((text) => !(typeof parseUrl(text) === "string")),
  url: onText((text) => {
    const url = parseUrl(text);
    return typeof url === "string"
      ? errorOf(`URL parse error during conversion from string: ${url}`)
      : { kind: "url", url };
  }),
  getEscapedPath: onUrl(({ escapedPath }) => escapedPath),
  getHost: onUrl(({ host }) => host),
  getHostname: onUrl(({ hostname }) => hostname),
  getPort: onUrl(({ port }) => port),
  getQuery: onUrl(({ query }) => mapOf([...query].map(([name, values]) => [name, listOf(values)]))),
  getScheme: onUrl(({ scheme }) => scheme),

  isQuantity: onText((text) => typeof parseQuantity(text) !== "string"),
  quantity: onText((text) => {
    const quantity = parseQuantity(text);
    return typeof quantity === "string" ? errorOf(quantity) : { kind: "quantity", quantity };
  }),
  add: onQuantities(addQuantities),
  sub: onQuantities(subtractQuantities),
  asApproximateFloat: onQuantity(doubleOf),
  asInteger: onQuantity((quantity) => integerOf(quantity) ?? errorOf("cannot convert value to integer")),
  isInteger: onQuantity((quantity) => integerOf(quantity) !== undefined),
  sign: onQuantity(({ digits }) => (digits === 0n ? 0n : digits < 0n ? -1n : 1n)),

  isSemver: ([text, isLoose = false]) => {
    const version = readSemver(text, isLoose);
    return version === undefined ? undefined : typeof version !== "string";
  },
  semver: ([text, isLoose = false]) => {
    const version = readSemver(text, isLoose);
    return typeof version === "string" ? errorOf(version) : version && { kind: "semver", version };
  },
  major: onSemver(({ major }) => major),
  minor: onSemver(({ minor }) => minor),
  patch: onSemver(({ patch }) => patch),
  compareTo: onOrdered((order) => BigInt(order)),
  isGreaterThan: onOrdered((order) => order > 0),
  isLessThan: onOrdered((order) => order < 0),

  "format.named": onText((name) => (isNamedFormat(name) ? some({ kind: "format", name }) : none)),
  validate: ([format, text]) => {
    if (!is(format, "format") || typeof text !== "string") return undefined;
    const faults = validateFormat(format.name, text) ?? [];
    return faults.length === 0 ? none : some(listOf(faults));
  },
};

function onText(use: (text: string) => Value): Implementation {
  return ([text]) => (typeof text === "string" ? use(text) : undefined);
}

function onIp(use: (bytes: readonly number[]) => Value): Implementation {
  return ([ip]) => (is(ip, "ip") ? use(ip.bytes) : undefined);
}

function onUrl(use: (url: ParsedUrl) => Value): Implementation {
  return ([url]) => (is(url, "url") ? use(url.url) : undefined);
}

function onQuantity(use: (quantity: Quantity) => Value): Implementation {
  return ([value]) => (is(value, "quantity") ? use(value.quantity) : undefined);
}

function onQuantities(use: (left: Quantity, right: Quantity) => Quantity): Implementation {
  return ([left, right]) => {
    const other = typeof right === "bigint" ? quantityOf(right) : is(right, "quantity") ? right.quantity : undefined;
    if (!is(left, "quantity") || other === undefined) return undefined;
    return { kind: "quantity", quantity: use(left.quantity, other) };
  };
}

function onSemver(use: (version: Semver) => bigint): Implementation {
  return ([value]) => (is(value, "semver") ? BigInt.asIntN(64, use(value.version)) : undefined);
}

function onOrdered(use: (order: -1 | 0 | 1) => Value): Implementation {
  return ([left, right]) => {
    if (is(left, "quantity") && is(right, "quantity")) return use(compareQuantities(left.quantity, right.quantity));
    if (is(left, "semver") && is(right, "semver")) return use(compareSemvers(left.version, right.version));
    return undefined;
  };
}

function readSemver(text: Value | undefined, isLoose: Value): Semver | string | undefined {
  if (typeof text !== "string" || typeof isLoose !== "boolean") return undefined;
  return isLoose ? parseLooseSemver(text) : parseSemver(text);
}

function toIp(text: string): Value {
  const parsed = parseIp(text);
  return isFault(parsed) ? errorOf(parsed.fault) : { kind: "ip", bytes: parsed };
}

function toCidr(text: string): Value {
  const parsed = parseCidr(text);
  return isFault(parsed) ? errorOf(parsed.fault) : { kind: "cidr", ...parsed };
}

function isFault<T extends object>(parsed: Parsed<T>): parsed is { readonly fault: string } {
  return "fault" in parsed;
}

function isLoopback(bytes: readonly number[]): boolean {
  return bytes.length === 4 ? bytes[0] === 127 : bytes.every((byte, index) => byte === (index === 15 ? 1 : 0));
}

function isLinkLocalUnicast([first = 0, second = 0, ...rest]: readonly number[]): boolean {
  return rest.length === 2 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
}

function isLinkLocalMulticast([first = 0, second = 0, third = 0, ...rest]: readonly number[]): boolean {
  return rest.length === 1 ? first === 224 && second === 0 && third === 0 : first === 0xff && (second & 0x0f) === 2;
}

/** Returns whether an address is not the address of one machine in the global or a private network. */
function isSpecial(bytes: readonly number[]): boolean {
  const [first = 0] = bytes;
  const isMulticast = bytes.length === 4 ? first >= 224 && first < 240 : first === 0xff;
  const isBroadcast = bytes.length === 4 && bytes.every((byte) => byte === 255);
  const isUnspecified = bytes.every((byte) => byte === 0);
  return isMulticast || isBroadcast || isUnspecified || isLoopback(bytes) || isLinkLocalUnicast(bytes);
}
