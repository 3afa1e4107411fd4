/** Parses URLs like Go's net/url does for requests: absolute URLs or paths. */
import { parseIp } from "./addresses.js";
import { cut, quoteText } from "../core/go-text.js";
import { groupBy } from "../core/group-by.js";

export interface ParsedUrl {
  readonly scheme: string;
  readonly host: string;
  readonly hostname: string;
  readonly port: string;
  readonly escapedPath: string;
  /** The names with their values, in the order of the text. */
  readonly query: ReadonlyMap<string, readonly string[]>;
  /** The whole URL, reassembled. */
  readonly text: string;
}

/** Parses a URL; a text describes its fault. */
export function parseUrl(text: string): ParsedUrl | string {
  const said = (why: string): string => `parse ${quoteText(text)}: ${why}`;
  if (hasControl(text)) return said("net/url: invalid control character in URL");
  if (text === "") return said("empty url");
  if (text.startsWith(":")) return said("missing protocol scheme");
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1] ?? "";
  // A request has no fragment, so the first check does not split it off; the parts are read without it.
  const forRequest = split(text, scheme);
  if (!forRequest.path.startsWith("/") && scheme === "" && text !== "*") return said("invalid URI for request");
  const requestFault = faultOf(forRequest, scheme);
  if (requestFault !== undefined) return said(requestFault);
  const [address, fragment] = cut(text, "#");
  const parts = split(address, scheme);
  const fault = faultOf(parts, scheme);
  if (fault !== undefined) return said(fault);
  return assemble(scheme.toLowerCase(), parts, fragment);
}

function hasControl(text: string): boolean {
  return Array.from(text).some((character) => character < " " || character === "\u007f");
}

interface Parts {
  readonly authority: string | undefined;
  readonly path: string;
  readonly query: string | undefined;
}

function split(text: string, scheme: string): Parts {
  const [rest, query] = cut(scheme === "" ? text : text.slice(scheme.length + 1), "?");
  if (scheme === "" || !rest.startsWith("//")) return { authority: undefined, path: rest, query };
  const slash = rest.indexOf("/", 2);
  const [authority, path] = slash === -1 ? [rest.slice(2), ""] : [rest.slice(2, slash), rest.slice(slash)];
  return { authority, path, query };
}

function faultOf({ authority, path }: Parts, scheme: string): string | undefined {
  if (authority === undefined && scheme !== "" && !path.startsWith("/")) return undefined;
  const inHost = authority === undefined ? undefined : authorityFault(authority, scheme.toLowerCase());
  return inHost ?? escapeFault(path);
}

function escapeFault(text: string): string | undefined {
  const wrong = /%(?![0-9a-fA-F]{2})/.exec(text);
  return wrong === null ? undefined : `invalid URL escape ${quoteText(text.slice(wrong.index, wrong.index + 3))}`;
}

function authorityFault(authority: string, scheme: string): string | undefined {
  const at = authority.lastIndexOf("@");
  const host = authority.slice(at + 1);
  const inHost = host.includes("[") ? literalFault(host) : nameFault(host, scheme);
  if (inHost !== undefined || at === -1) return inHost;
  const user = authority.slice(0, at);
  return /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) ? escapeFault(user) : "net/url: invalid userinfo";
}

function literalFault(host: string): string | undefined {
  if (!host.startsWith("[")) return "invalid IP-literal";
  const close = host.lastIndexOf("]");
  if (close === -1) return "missing ']' in host";
  const port = host.slice(close + 1);
  if (!isPort(port)) return `invalid port ${quoteText(port)} after host`;
  const [address] = cut(host.slice(1, close), "%25");
  const parsed = parseIp(address);
  if ("fault" in parsed && !parsed.fault.startsWith("IPv4-mapped")) {
    return `invalid host: ParseAddr(${quoteText(address)}): unable to parse IP`;
  }
  return !address.includes(":") ? "invalid IP-literal" : undefined;
}

function nameFault(host: string, scheme: string): string | undefined {
  const isStrict = scheme === "http" || scheme === "https";
  const colon = isStrict ? host.indexOf(":") : host.lastIndexOf(":");
  if (colon !== -1 && !isPort(host.slice(colon))) return `invalid port ${quoteText(host.slice(colon))} after host`;
  const escaped = /%(?:[0-9a-fA-F]{2})?/g;
  for (const [escape] of host.matchAll(escaped)) {
    const isHigh = escape.length === 3 && Number.parseInt(escape.slice(1), 16) >= 0x80;
    if (!isHigh && escape !== "%25") return `invalid URL escape ${quoteText(escape)}`;
  }
  const stray = /[^A-Za-z0-9\-._~!$&'()*+,;=:[\]<>"%\u0080-\uffff]/.exec(host)?.[0];
  return stray === undefined ? undefined : `invalid character ${quoteText(stray)} in host name`;
}

function isPort(text: string): boolean {
  return /^(?::\d*)?$/.test(text);
}

function assemble(scheme: string, { authority, path, query }: Parts, fragment: string | undefined): ParsedUrl {
  const at = authority?.lastIndexOf("@") ?? -1;
  const host = decode(authority?.slice(at + 1) ?? "");
  const [, name = "", port = ""] = /^(.*?)(?::(\d*))?$/s.exec(host) ?? [];
  const isOpaque = scheme !== "" && authority === undefined && !path.startsWith("/");
  const escapedPath = isOpaque ? "" : escapePath(path);
  const text = [
    scheme === "" ? "" : `${scheme}:`,
    authority === undefined ? "" : `//${authority.slice(0, at + 1)}${host}`,
    isOpaque ? path : escapedPath,
    query === undefined ? "" : `?${query}`,
    fragment === undefined || fragment === "" ? "" : `#${fragment}`,
  ].join("");
  return {
    scheme,
    host,
    hostname: name.replace(/^\[(.*)\]$/s, "$1"),
    port,
    escapedPath,
    query: readQuery(query),
    text,
  };
}

/** Returns the text unchanged if it is valid; otherwise, escapes every character that requires it. */
function escapePath(path: string): string {
  if (path === "*" || /^[A-Za-z0-9\-._~$&+,/:;=@!'()*[\]%]*$/.test(path)) return path;
  return Array.from(decodeBytes(path, false), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9\-._~$&+,/:;=@]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

function readQuery(query: string | undefined): ReadonlyMap<string, readonly string[]> {
  const pairs = (query?.split("&") ?? []).flatMap((pair) => {
    const [key, value = ""] = cut(pair, "=");
    const isFaulty = pair === "" || pair.includes(";");
    if (isFaulty || escapeFault(key) !== undefined || escapeFault(value) !== undefined) return [];
    return [{ name: decode(key, true), value: decode(value, true) }];
  });
  const groups = groupBy(pairs, ({ name }) => name);
  return new Map([...groups].map(([name, group]) => [name, group.map(({ value }) => value)]));
}

function decode(text: string, isQuery = false): string {
  return new TextDecoder().decode(decodeBytes(text, isQuery));
}

function decodeBytes(text: string, isQuery: boolean): Uint8Array {
  const bytes: number[] = [];
  for (const [part] of (isQuery ? text.replaceAll("+", " ") : text).matchAll(/%[0-9a-fA-F]{2}|[^%]+|%/g)) {
    if (part.length === 3 && part.startsWith("%")) bytes.push(Number.parseInt(part.slice(1), 16));
    else bytes.push(...new TextEncoder().encode(part));
  }
  return Uint8Array.from(bytes);
}
