import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { WebhookServer } from "../../cluster/point-webhooks.js";
import { until } from "../../cluster/poll.js";
import { TsopError } from "../../core/errors.js";
import { freePort, isListening } from "../../kube/local-port.js";

/**
 * The address and certificate of a test manager's webhooks: options of `createManager`.
 *
 * @example
 * ```ts
 * import { createManager } from "tsop";
 * import type { WebhookServerFlags } from "tsop/testing";
 *
 * export const managerAt = (server: WebhookServerFlags) => createManager({ name: "operator-demo", ...server });
 * ```
 */
export interface WebhookServerFlags {
  readonly webhookPort: number;
  /** The folder of `tls.crt` and `tls.key`. */
  readonly webhookCertPath: string;
}

interface Prepared {
  readonly flags: WebhookServerFlags;
  readonly server: WebhookServer;
}

/** The number of milliseconds to wait until a manager listens. */
const patienceMs = 10_000;

/** The port and certificate for the webhooks of a test's manager, created on first use. */
export class TestWebhooks {
  #prepared: Promise<Prepared> | undefined;
  #folder: string | undefined;

  async serverFlags(): Promise<WebhookServerFlags> {
    return (await this.#prepare()).flags;
  }

  /** Resolves when a manager listens. @throws TsopError `testing/no-webhook-server` */
  async served(): Promise<WebhookServer> {
    const prepared = await this.#prepared;
    if (prepared === undefined) throw notServed("webhookServer() was not called");
    const { webhookPort } = prepared.flags;
    const { signal } = new AbortController();
    const isServed = await until(() => isListening(webhookPort), { timeoutMs: patienceMs, signal });
    if (!isServed) throw notServed(`no server listens on 127.0.0.1:${webhookPort}`);
    return prepared.server;
  }

  remove(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }

  #prepare(): Promise<Prepared> {
    this.#prepared ??= this.#make();
    return this.#prepared;
  }

  async #make(): Promise<Prepared> {
    const { createServingCertificates } = await import("../../apiserver/http/certificates.js");
    const { ca, cert, key } = await createServingCertificates(Date.now());
    this.#folder = mkdtempSync(path.join(os.tmpdir(), "tsop-webhook-certs-"));
    writeFileSync(path.join(this.#folder, "tls.crt"), cert);
    writeFileSync(path.join(this.#folder, "tls.key"), key, { mode: 0o600 });
    const webhookPort = await freePort();
    return {
      flags: { webhookPort, webhookCertPath: this.#folder },
      server: { url: `https://127.0.0.1:${webhookPort}`, caBundle: ca },
    };
  }
}

function notServed(why: string): TsopError {
  return new TsopError("testing/no-webhook-server", `the webhooks cannot be installed: ${why}`, {
    hint:
      "Pass the result of environment.webhookServer() to createManager(), start the manager (it serves only if it has a\n" +
      "webhook), and then call environment.installWebhooks().",
  });
}
