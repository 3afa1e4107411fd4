import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";

const host = "127.0.0.1";

/** Below the ports that Linux, macOS and Windows give to outgoing connections, and below the node ports of Services. */
const [firstPort, portCount] = [20_000, 10_000];

const mostTries = 100;

/**
 * Returns a port of loopback on which no process listens. No outgoing connection takes it before the caller listens on it.
 *
 * @param candidate - returns a port to try
 * @throws the error of the last try, after 100 tries
 */
export async function freePort(candidate = () => randomInt(firstPort, firstPort + portCount)): Promise<number> {
  for (let tries = 1; ; tries++) {
    const port = candidate();
    try {
      // macOS lets a server listen on loopback although another one listens on all addresses.
      if (await isListening(port)) throw new Error(`${host}:${port}: another process listens on this port`);
      return await listenOnce(port);
    } catch (error) {
      if (tries === mostTries) throw error;
    }
  }
}

/** Rejects if the system does not allow a server on the port. */
function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, host, () => server.close(() => resolve(port)));
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
