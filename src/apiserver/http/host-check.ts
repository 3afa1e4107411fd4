import { forbiddenError } from "../status-error.js";

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * A page in a browser can make a name of its own point to loopback; it cannot make the Host header say loopback.
 *
 * @throws StatusError 403 for another name than those of loopback
 */
export function checkHost(host: string | undefined): void {
  // Only HTTP/1.0 may leave it out, which no browser speaks.
  if (host === undefined || loopbackNames.has(host.replace(/:[0-9]+$/, "").toLowerCase())) return;
  throw forbiddenError(
    { group: "", resource: "" },
    "",
    `this server answers to 127.0.0.1 and localhost, not to ${JSON.stringify(host)}`,
  );
}
