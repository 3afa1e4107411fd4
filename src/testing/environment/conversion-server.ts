/** A manager that only converts between versions for the API server of a test environment. */
import type { WebhookServer } from "../../cluster/point-webhooks.js";
import { TsopError } from "../../core/errors.js";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import { convertPath } from "../../kube/webhook-paths.js";
import type { Manager } from "../../runtime/manager.js";
import { TestWebhooks, type WebhookServerFlags } from "./test-webhooks.js";

type SetUp = (manager: Manager) => void;

export interface ConversionServer {
  readonly server: WebhookServer;
  stop(): Promise<void>;
}

/**
 * Resolves when the server listens. @throws TsopError `testing/no-webhook-server` if no conversion was registered
 */
export async function startConversionServer(
  config: ClusterConfig,
  setUps: readonly SetUp[],
): Promise<ConversionServer> {
  const webhooks = new TestWebhooks();
  const abort = new AbortController();
  try {
    const manager = await managerOf(config, await webhooks.serverFlags(), setUps);
    const running = manager.start(abort.signal);
    // Only a failed start settles before the server does.
    const server = await Promise.race([webhooks.served(), running]);
    if (server === undefined) throw new Error("the manager ended before it was stopped");
    const stop = async (): Promise<void> => {
      abort.abort();
      await running;
      webhooks.remove();
    };
    return { server, stop };
  } catch (error) {
    abort.abort();
    webhooks.remove();
    throw error;
  }
}

async function managerOf(config: ClusterConfig, flags: WebhookServerFlags, setUps: readonly SetUp[]): Promise<Manager> {
  const { createManager } = await import("../../runtime/create-manager.js");
  const quiet = { healthProbeBindAddress: "0", metricsBindAddress: "0", logLevel: "warn" } as const;
  const manager = await createManager({ name: "conversions", config, ...quiet, ...flags });
  for (const setUp of setUps) setUp(manager);
  if (manager.webhookPaths.includes(convertPath)) return manager;
  throw new TsopError("testing/no-webhook-server", "the functions in conversions register no conversion", {
    hint: "Pass the function that calls withConversion().",
  });
}
