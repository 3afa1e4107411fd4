import { FaultProxy } from "../../../src/testing/environment/fault-proxy.js";
import { KillProxy } from "../../../src/testing/kills/kill-proxy.js";
import type { ApiAddress, ListenerInfo } from "../listener.js";
import { configOf } from "./operator.js";
import type { Started } from "./target-program.js";

/** The ways to the API server of a test environment. */
export async function startProxiesTarget(api: ApiAddress): Promise<Started> {
  const faults = await FaultProxy.start(configOf(api));
  const ignore = (): void => undefined;
  const kills = await KillProxy.start(configOf(api), {
    ...{ killAt: undefined, onRequest: ignore, onAnswered: ignore, onKill: ignore },
  });
  const listener = (name: string, server: string): ListenerInfo => ({
    ...{ name, port: Number(new URL(server).port), isTls: true, speaks: "api", token: api.token },
    ...{ paths: ["/version", "/api/v1/namespaces"], good: { method: "GET", path: "/readyz" } },
  });
  return { listeners: [listener("fault proxy", faults.config.server), listener("kill proxy", kills.config.server)] };
}
