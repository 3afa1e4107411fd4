import { Registry } from "prom-client";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../../src/core/clock.js";
import { ValidatingWebhookConfiguration } from "../../../../src/k8s/admissionregistration/v1.js";
import { Secret } from "../../../../src/k8s/core/v1.js";
import { mergePatch } from "../../../../src/kube/client.js";
import { toCertificateTiming } from "../../../../src/runtime/webhook/certificates/certificate-timing.js";
import { OwnCertificates } from "../../../../src/runtime/webhook/certificates/own-certificates.js";
import { createMemoryClient } from "../../../../src/testing/index.js";
import { deferred } from "../../../support/deferred.js";
import { RecordingLogger } from "../../../support/recording-logger.js";

const service = { namespace: "default", name: "webhook-service" };
const secret = { namespace: "default", name: "webhook-cert" };

test("is not ready while a configuration that became known during a turn lacks the CA", async () => {
  const client = createMemoryClient();
  await client.create<ValidatingWebhookConfiguration>({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "mine" },
    webhooks: [
      {
        ...{ name: "mine.example.com", admissionReviewVersions: ["v1"], sideEffects: "None" },
        clientConfig: { service },
      },
    ],
  });
  const [turn, write, allowed] = [deferred(), deferred(), deferred()];
  let isHeld = false;
  const certificates = new OwnCertificates({
    client: {
      ...client,
      // The turn knows no configuration yet. All become known while it reads the Secret.
      get: async (kind, key, options) => {
        if (isHeld) {
          turn.resolve();
          await expect.poll(why).not.toMatch(/not filled yet/);
        }
        return client.get(kind, key, options);
      },
      list: async (kind, options) => {
        if (kind.kind === ValidatingWebhookConfiguration.kind) await turn.promise;
        return client.list(kind, options);
      },
      watch: async function* (kind, options) {
        if (kind.kind === ValidatingWebhookConfiguration.kind) await turn.promise;
        yield* client.watch(kind, options);
      },
      patch: async (kind, key, patch, options) => {
        write.resolve();
        await allowed.promise;
        return client.patch(kind, key, patch, options);
      },
    },
    ...{ secret, service, purpose: "webhooks", fieldManager: "test", registry: new Registry() },
    ...{ log: new RecordingLogger(), clock: systemClock, random: () => 0, onCertificate: () => undefined },
    serves: { admission: true, conversion: false, extension: false },
    timing: toCertificateTiming({}),
  });
  function why(): string {
    try {
      certificates.check();
      return "";
    } catch (error) {
      return String(error);
    }
  }
  const stop = new AbortController();
  const running = certificates.run(stop.signal);
  onTestFinished(async () => {
    stop.abort();
    await running;
  });
  await expect.poll(why).toMatch(/not filled yet/);
  isHeld = true;
  await client.patch(Secret, secret, mergePatch({ metadata: { labels: { changed: "now" } } }));
  await write.promise;
  expect(why()).toMatch(/not every configuration contains the CA yet/);
  allowed.resolve();
  await expect.poll(why).toBe("");
  const { webhooks = [] } = await client.getOrThrow(ValidatingWebhookConfiguration, { name: "mine" });
  expect(webhooks[0]?.clientConfig.caBundle).toBeDefined();
});
