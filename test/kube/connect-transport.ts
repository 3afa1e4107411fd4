import { onTestFinished } from "vitest";
import type { ClusterConfig } from "../../src/kube/cluster-config.js";
import { createTransport, type Transport, type TransportOptions } from "../../src/kube/transport.js";
import { type Script, type ScriptedServer, startScriptedServer } from "../support/scripted-server.js";

interface Connected {
  readonly transport: Transport;
  /** The waits that it would have made. */
  readonly waits: number[];
}

/** A transport that waits for nothing. */
export function connect(config: ClusterConfig, options: TransportOptions = {}): Connected {
  const waits: number[] = [];
  const wait = (ms: number): Promise<void> => {
    waits.push(ms);
    return Promise.resolve();
  };
  const transport = createTransport(config, { wait, env: {}, ...options });
  onTestFinished(() => transport.close());
  return { transport, waits };
}

/** A transport to a server that answers as the script says. */
export async function serve(
  script: Script,
  options?: TransportOptions,
): Promise<Connected & { readonly server: ScriptedServer }> {
  const server = await startScriptedServer(script);
  return { server, ...connect(server.config, options) };
}

export function inCase(server: string, more: Partial<ClusterConfig> = {}): ClusterConfig {
  return { source: "test", context: "test", server, namespace: "default", tls: {}, auth: { kind: "none" }, ...more };
}
