import { isIP } from "node:net";
import { forbiddenError } from "../status-error.js";

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Rejects other Host headers: a web page can make its own name point to loopback, but cannot make the Host header contain
 * loopback.
 *
 * @param isPublic - whether the server listens beyond loopback: then all addresses are accepted, but no other names
 * @throws StatusError 403 for a name that is not a loopback name
 */
export function checkHost(host: string | undefined, isPublic: boolean): void {
  // Only HTTP/1.0, which no browser uses, may omit it.
  if (host === undefined) return;
  const name = host.replace(/:[0-9]+$/, "").toLowerCase();
  if (loopbackNames.has(name) || (isPublic && isIP(name.replaceAll(/^\[|\]$/g, "")) !== 0)) return;
  throw forbiddenError(
    { group: "", resource: "" },
    "",
    `the server accepts only the hosts 127.0.0.1, localhost and [::1], not ${JSON.stringify(host)}`,
  );
}
