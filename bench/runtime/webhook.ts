import { freePort } from "../../src/kube/local-port.js";
import { mergePatch } from "../../src/kube/client.js";
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from "../../src/k8s/admissionregistration/v1.js";
import { CertificateFolder, webhookEntry } from "../../test/support/webhook-operator.js";
import type { Benchmark } from "../harness/benchmark.js";
import { percentile } from "../harness/statistics.js";
import { type Arena, operators } from "./arena.js";
import { paced } from "./paced.js";
import { nameOf, Widget } from "./widgets.js";

const objects = 500;
const seconds = 10;

/**
 * Measures writes that a defaulter and a validator handle, while a controller updates a ConfigMap for each change: the
 * duration of the API server's response, and the share of the webhook calls in it, as the API server measures them.
 */
export function webhook(perSecond: number): Benchmark {
  const name = `webhook-${perSecond}`;
  return operators({
    rows: [
      { name, work: `write with two webhooks at ${perSecond}/s, p99`, reach: 1.5, unit: "ms" },
      { name: `${name}-p50`, work: "the same, p50", reach: 1.5, unit: "ms" },
      { name: `${name}-call`, work: "one call of a webhook, mean", reach: 1.5, unit: "ms" },
    ],
    turn: async (arena, command) => {
      const certificates = new CertificateFolder();
      try {
        (await certificates.prepare()).use();
        const namespace = await arena.fill(objects);
        const port = await freePort();
        const operator = arena.start(command, {
          ...{ mode: "webhook", namespace, objects, workers: 10 },
          ...{ "webhook-port": port, "webhook-cert-path": certificates.path },
        });
        await operator.until("converged");
        await pointAt(arena, `https://127.0.0.1:${port}`, certificates.ca);
        const before = await callsOf(arena);
        const millis = await write(arena, namespace, perSecond);
        const after = await callsOf(arena);
        const count = after.count - before.count;
        if (count < 2 * millis.length) throw new Error(`${count} calls of webhooks for ${millis.length} writes`);
        await unpoint(arena);
        return {
          [name]: percentile(millis, 99),
          [`${name}-p50`]: percentile(millis, 50),
          [`${name}-call`]: ((after.seconds - before.seconds) / count) * 1000,
        };
      } finally {
        certificates.remove();
      }
    },
  });
}

/** Returns the duration of each write in milliseconds. */
async function write({ client }: Arena, namespace: string, perSecond: number): Promise<number[]> {
  const millis: number[] = [];
  await paced(perSecond, seconds, async (index) => {
    const start = performance.now();
    const key = { namespace, name: nameOf(index % objects) };
    await client.patch(Widget, key, mergePatch({ spec: { size: index + objects + 1 } }));
    millis.push(performance.now() - start);
  });
  return millis;
}

const configuration = "bench-webhooks";

async function pointAt({ client }: Arena, url: string, ca: string): Promise<void> {
  const entry = (type: "mutating" | "validating") =>
    webhookEntry(Widget, { type, resource: "widgets", operations: ["UPDATE"], url, ca });
  const apiVersion = "admissionregistration.k8s.io/v1";
  const metadata = { name: configuration };
  await client.apply({ apiVersion, kind: "MutatingWebhookConfiguration", metadata, webhooks: [entry("mutating")] });
  await client.apply({ apiVersion, kind: "ValidatingWebhookConfiguration", metadata, webhooks: [entry("validating")] });
}

async function unpoint({ client }: Arena): Promise<void> {
  await client.delete(MutatingWebhookConfiguration, { name: configuration });
  await client.delete(ValidatingWebhookConfiguration, { name: configuration });
}

/** Returns the number of webhook calls by the API server, and their total duration. */
async function callsOf({ client }: Arena): Promise<{ readonly count: number; readonly seconds: number }> {
  const text = await client.transport.request({ method: "GET", path: "/metrics" });
  const sum = (suffix: string): number =>
    [
      ...text.matchAll(
        new RegExp(`^apiserver_admission_webhook_admission_duration_seconds_${suffix}\\{.*\\} (.+)$`, "gm"),
      ),
    ]
      .map(([, value]) => Number(value))
      .reduce((total, value) => total + value, 0);
  return { count: sum("count"), seconds: sum("sum") };
}
