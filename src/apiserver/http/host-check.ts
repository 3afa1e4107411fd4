import { forbiddenError } from "../status-error.js";

const loopbackNames = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Rejects other Host headers: a web page can make its own name point to loopback, but cannot make the Host header contain
 * loopback.
 *
 * @throws StatusError 403 for a name that is not a loopback name
 */
export function checkHost(host: string | undefined): void {
  // Only HTTP/1.0, which no browser uses, may omit it.
  if (host === undefined || loopbackNames.has(host.replace(/:[0-9]+$/, "").toLowerCase())) return;
  throw forbiddenError(
    { group: "", resource: "" },
    "",
    `the server accepts only the hosts 127.0.0.1, localhost and [::1], not ${JSON.stringify(host)}`,
  );
}
