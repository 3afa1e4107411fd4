import type { ApiServer, ApiServerOptions } from "../../src/apiserver/api-server.js";
import { startApiServer } from "../../src/apiserver/start-api-server.js";
import { assetsVersion } from "./control-plane.js";

/** Starts an embedded API server of the version of the real one, for a test that compares both. */
export function startComparableServer(options: ApiServerOptions = {}): Promise<ApiServer> {
  return startApiServer({ ...options, kubernetesVersion: assetsVersion() });
}
