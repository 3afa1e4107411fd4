import type { ApiServer, ApiServerOptions } from "./api-server.js";
import { EmbeddedServer } from "./server/embedded-server.js";

/**
 * Starts an API server in this process, on loopback.
 *
 * @throws Error of Node's when the port is taken, or the data file cannot be read
 */
export async function startApiServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  return EmbeddedServer.start(options);
}
