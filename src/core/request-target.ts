/**
 * Parses the target of an HTTP request: a path, or a whole URL, as in RFC 9112. `//` is a path; `new URL("//", base)` would
 * parse it as a host, and throw.
 *
 * @returns undefined for any other text
 */
export function readTarget(target = "/"): URL | undefined {
  const text = target.startsWith("/") ? `http://localhost${target}` : target;
  return URL.canParse(text) ? new URL(text) : undefined;
}
