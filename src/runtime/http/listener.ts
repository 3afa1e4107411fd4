import type { Server, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import { TsopError } from "../../core/errors.js";

/** The address to listen on: all addresses of the machine if `host` is undefined. */
export interface BindAddress {
  readonly host: string | undefined;
  readonly port: number;
}

/**
 * Parses an address in the format of Go's programs: `:8081`, `127.0.0.1:8081`, `[::1]:8081`; `0` and the empty string
 * mean off.
 *
 * @returns undefined if the server is off; an error message if the address is invalid
 */
export function parseBindAddress(text: string): BindAddress | undefined | string {
  if (text === "0" || text === "") return undefined;
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]\s]*)):([0-9]{1,5})$/.exec(text);
  const port = Number(match?.[3]);
  if (match === null || port > 65_535)
    return `${JSON.stringify(text)} is not an address; write :8081, 127.0.0.1:8081 or 0 (off)`;
  const host = match[1] ?? match[2] ?? "";
  return { host: host === "" ? undefined : host, port };
}

export interface Listener {
  /** The address, with the chosen port if 0 was requested. */
  readonly address: string;
  /**
   * Continues to respond, and ends each connection with its next response, so that clients with persistent connections
   * find another server.
   */
  retire(): void;
  /** Accepts no new connections, and waits for requests in progress, at most this many milliseconds. */
  drain(graceMs: number): Promise<void>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/**
 * Starts to listen. `purpose` and `flag` appear in the message if that fails.
 *
 * @throws TsopError `runtime/port-unavailable`
 */
export async function listen(
  server: Server,
  { host, port }: BindAddress,
  { purpose, flag }: { purpose: string; flag: string },
): Promise<Listener> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void =>
      reject(unavailable(error, printAddress(host, port), purpose, flag));
    server.once("error", fail);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, () => {
      server.off("error", fail);
      resolve();
    });
  });
  const bound = server.address();
  // A persistent connection stays open after its last response unless the server closes it.
  let isClosing = false;
  let isRetired = false;
  // The first listener of a request, so that it sets the header before any other listener responds.
  server.prependListener("request", (_, response: ServerResponse) => {
    if (isRetired) response.setHeader("connection", "close");
    response.once("close", () => {
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
  });
  return {
    address: printAddress(host, typeof bound === "object" && bound !== null ? bound.port : port),
    retire: () => {
      isRetired = true;
    },
    drain: (graceMs) =>
      new Promise((resolve) => {
        isClosing = true;
        // Uses the system's time, because the wait is for other machines.
        const timer = setTimeout(resolve, graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function printAddress(host: string | undefined, port: number): string {
  return `${host !== undefined && isIPv6(host) ? `[${host}]` : (host ?? "")}:${port}`;
}

function unavailable(error: NodeJS.ErrnoException, address: string, purpose: string, flag: string): TsopError {
  const why =
    error.code === "EADDRINUSE"
      ? "another process listens on this address; this operator may be running twice"
      : error.code === "EACCES"
        ? "this user may not listen on this port"
        : error.message;
  return new TsopError("runtime/port-unavailable", `cannot serve ${purpose} on ${address}: ${why}`, {
    hint: `Choose another address with ${flag}=:PORT, or turn it off with ${flag}=0.`,
    cause: error,
  });
}
