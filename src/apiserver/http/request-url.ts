/** The target of a request as Go's net/url reads it: keeps dots, and rejects or drops parts that cannot be decoded. */
import { PlainRefusal } from "./plain-refusal.js";

export interface RequestUrl {
  /** As sent. */
  readonly target: string;
  /** Decoded. */
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
}

/** @throws PlainRefusal for a path with a bad escape */
export function parseRequestUrl(target: string): RequestUrl {
  const [address = "", ...queries] = target.split("?");
  const pathname = unescape(address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, ""));
  if (pathname === undefined) throw new PlainRefusal(400, "400 Bad Request");
  return { target, pathname, searchParams: parseQuery(queries.join("?")) };
}

/** Parses a query without the pairs that Go rejects. */
function parseQuery(query: string): URLSearchParams {
  const result = new URLSearchParams();
  for (const pair of query.split("&")) {
    if (pair === "" || pair.includes(";")) continue;
    const [name = "", ...rest] = pair.replaceAll("+", " ").split("=");
    const [key, value] = [unescape(name), unescape(rest.join("="))];
    if (key !== undefined && value !== undefined) result.append(key, value);
  }
  return result;
}

/** Returns undefined for an invalid escape. */
function unescape(text: string): string | undefined {
  if (!text.includes("%")) return text;
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return undefined;
  const bytes = text.replaceAll(/%(..)/g, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
