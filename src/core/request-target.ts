/**
 * Reads the target of an HTTP request: a path, or a whole URL, as RFC 9112 has it. `//` is a path; `new URL("//", base)` takes
 * it for a host, and throws.
 *
 * @returns undefined for what is neither
 */
export function readTarget(target = "/"): URL | undefined {
  const text = target.startsWith("/") ? `http://localhost${target}` : target;
  return URL.canParse(text) ? new URL(text) : undefined;
}
