import os from "node:os";
import { type Borrower, checkNotLent, lendable, lendWebhooks, returnWebhooks } from "../cluster/lend-webhooks.js";
import type { WebhookServer } from "../cluster/point-webhooks.js";
import { poll } from "../cluster/poll.js";
import { TsopError } from "../core/errors.js";
import type { ClusterConfig } from "../kube/cluster-config.js";
import type { HttpClient } from "../kube/http-client.js";
import { isListening } from "../kube/local-port.js";
import type { KubeObject } from "../kube/objects.js";
import { isAlive } from "../machinery/machine.js";
import { statePath, writeState } from "../machinery/project-state.js";
import type { Context } from "./context.js";
import { renderedObjects } from "./rendered-objects.js";
import { withClient } from "./choose-cluster.js";

const certificateFolder = "start-webhook-certs";
const defaultPort = 9443;
/** How long to wait until the operator listens. An operator that fills caches first needs a while. */
const patienceMs = 60_000;
/** How long to wait after Ctrl-C. */
const returnMs = 15_000;

export interface WebhookHost {
  readonly host: string;
  readonly port: number;
}

/** Reads `ADDRESS` or `ADDRESS:PORT`. @throws TsopError `usage/invalid-argument` */
export function parseWebhookHost(text: string): WebhookHost {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?))(?::(\d{1,5}))?$/.exec(text);
  const port = Number(match?.[4] ?? defaultPort);
  const host = match?.[1] ?? match?.[2];
  if (host === undefined || port < 1 || port > 65_535) {
    throw new TsopError("usage/invalid-argument", `--point-webhooks: ${JSON.stringify(text)} is not an address`, {
      hint: "Write an address of this machine that the cluster can reach: 192.168.1.5, dev.local:9443, [fd00::5]:9443.",
    });
  }
  return { host, port };
}

/**
 * Runs an operator on this machine. While it listens, points the cluster's webhooks to it. Afterwards, restores the
 * previous configuration.
 */
export async function withLentWebhooks<T>(
  at: WebhookHost,
  cluster: ClusterConfig,
  context: Context,
  run: (env: Context["env"]) => Promise<T>,
): Promise<T> {
  const objects = lendable(await renderedObjects({}, context));
  if (objects.length === 0) {
    throw new TsopError(
      "usage/invalid-argument",
      "--point-webhooks: config/default contains no webhooks that call a Service",
      {
        hint: "Omit the flag, or create webhooks with `tsop create webhook`.",
      },
    );
  }
  const { server, env } = await prepare(at, context.cwd);
  return withClient(cluster, context, async (client) => {
    const borrower = { host: os.hostname(), pid: process.pid };
    await checkNotLent(client, objects, { borrower, isAlive, signal: context.signal });
    const ended = new AbortController();
    const lending = lend(client, objects, { at, server, context, borrower, ended: ended.signal }).catch(
      (error: unknown) => {
        // The operator keeps running, and ends like any other operator.
        if (!ended.signal.aborted) context.output.note(`the webhooks are unchanged: ${String(error)}`);
      },
    );
    try {
      return await run(env);
    } finally {
      ended.abort();
      await lending;
      const signal = AbortSignal.timeout(returnMs);
      const returned = await returnWebhooks(client, objects, { signal, borrower });
      if (returned.length > 0)
        context.output.note(`webhooks call their previous targets again: ${returned.join(", ")}`);
    }
  });
}

async function lend(
  client: HttpClient,
  objects: readonly KubeObject[],
  parts: {
    readonly at: WebhookHost;
    readonly server: WebhookServer;
    readonly context: Context;
    readonly borrower: Borrower;
    readonly ended: AbortSignal;
  },
): Promise<void> {
  const { at, server, context, borrower, ended } = parts;
  const ask = async (): Promise<boolean | undefined> =>
    ended.aborted ? false : (await isListening(at.port)) || undefined;
  const isServed = await poll(ask, { timeoutMs: patienceMs, signal: new AbortController().signal });
  if (isServed === false) return;
  if (isServed === undefined) {
    context.output.note(`no process listens on port ${at.port}: the cluster's webhooks are unchanged`);
    return;
  }
  const pointed = await lendWebhooks(client, objects, server, { borrower, isAlive, signal: ended });
  context.output.note(`webhooks call ${server.url} until this command stops: ${pointed.join(", ")}`);
}

async function prepare(
  at: WebhookHost,
  root: string,
): Promise<{ readonly server: WebhookServer; readonly env: Context["env"] }> {
  const { createServingCertificates } = await import("../apiserver/http/certificates.js");
  const { ca, cert, key } = await createServingCertificates(Date.now(), [at.host]);
  const folder = statePath(root, certificateFolder);
  writeState(root, `${certificateFolder}/tls.crt`, cert);
  writeState(root, `${certificateFolder}/tls.key`, key);
  const url = `https://${at.host.includes(":") ? `[${at.host}]` : at.host}:${at.port}`;
  return { server: { url, caBundle: ca }, env: { WEBHOOK_PORT: String(at.port), WEBHOOK_CERT_PATH: folder } };
}
