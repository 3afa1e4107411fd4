/**
 * The address formats of strings. IPv4 addresses may have leading zeros, for objects stored before Go rejected them.
 * Sources: k8s.io/utils/net/parse.go, Go's net.ParseIP and net.ParseMAC.
 */

export function isIPv4(text: string): boolean {
  return text.includes(".") && (isDotted(text) || isIPv6(text));
}

export function isIPv6(text: string): boolean {
  return text.includes(":") && isColonSeparated(text, isStrictIPv4);
}

export function isCidr(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash === -1) return false;
  const [address, bits] = [text.slice(0, slash), text.slice(slash + 1)];
  if (!/^\d{1,8}$/.test(bits)) return false;
  if (isDotted(address)) return Number(bits) <= 32;
  return Number(bits) <= 128 && address.includes(":") && isColonSeparated(address, isDotted);
}

export function isMac(text: string): boolean {
  const octets = /^[0-9A-Fa-f]{2}(?:([:-])[0-9A-Fa-f]{2}(?:\1[0-9A-Fa-f]{2})*)$/.test(text)
    ? (text.length + 1) / 3
    : /^[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4})+$/.test(text)
      ? ((text.length + 1) / 5) * 2
      : 0;
  return octets === 6 || octets === 8 || octets === 20;
}

function isDotted(text: string): boolean {
  return areOctets(text, /^\d+$/);
}

export function isStrictIPv4(text: string): boolean {
  return areOctets(text, /^(?:0|[1-9]\d*)$/);
}

function areOctets(text: string, form: RegExp): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => form.test(part) && Number(part) <= 255);
}

function isColonSeparated(text: string, isIPv4Part: (text: string) => boolean): boolean {
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.map((half) => (half === "" ? [] : half.split(":")));
  const all = groups.flat();
  const last = all.at(-1);
  const endsDotted = last !== undefined && last.includes(".");
  if (endsDotted && !(text.endsWith(last) && isIPv4Part(last))) return false;
  const hex = endsDotted ? all.slice(0, -1) : all;
  if (!hex.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  const count = hex.length + (endsDotted ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}
