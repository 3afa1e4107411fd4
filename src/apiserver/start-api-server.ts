import type { ApiServer, ApiServerOptions } from "./api-server.js";
import type { InProcessOptions, InProcessServer } from "./in-process.js";
import { EmbeddedServer } from "./server/embedded-server.js";
import { MemoryServer } from "./server/in-process-server.js";

/**
 * Starts an API server in this process, on loopback.
 *
 * @throws Node's Error if the port is in use, TsopError if the data file cannot be read
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  return EmbeddedServer.start(options);
}

/** Creates an API server without connections, for clients in this process. */
export function createInProcessServer(options: InProcessOptions): InProcessServer {
  return new MemoryServer(options);
}
