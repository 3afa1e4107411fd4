import { connect, createServer } from "node:net";

const host = "127.0.0.1";

/** Returns a free port of loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/**
 * Returns whether a process listens on a port of loopback, or of another address.
 *
 * @param timeoutMs - the number of milliseconds to wait for a connection. Default: the limit of the system
 */
export function isListening(port: number, at = host, timeoutMs = 0): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: at, port, timeout: timeoutMs });
    const end = (answer: boolean) => (): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", end(true)).once("timeout", end(false)).once("error", end(false));
  });
}
