import { createManager } from "tsop";
import { TestEnvironment } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { Website } from "../../api/v1/website_types.js";
import { setupWebsiteWebhook } from "./website_webhook.js";

const key = { namespace: "default", name: "home" };
const website: Website = {
  apiVersion: "web.example.com/v1",
  kind: "Website",
  metadata: key,
  spec: { html: "<p>Hello" },
};

describe("the webhooks of Website", () => {
  let environment: TestEnvironment;

  beforeAll(async () => {
    environment = await TestEnvironment.start();
    const manager = await createManager({
      name: "website-webhooks-test",
      config: environment.config,
      healthProbeBindAddress: "0",
      logLevel: "warn",
      ...(await environment.webhookServer()),
    });
    setupWebsiteWebhook(manager);
    // +tsop:scaffold:webhooks
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    await environment.installWebhooks();
    await environment.client.create(website);
    return async () => {
      stop.abort();
      await running;
      await environment.stop();
    };
  });

  const patch = (body: object): Promise<Website> => environment.client.patch(Website, key, { type: "merge", body });

  test("record who has created a Website", async () => {
    const { metadata } = await environment.client.getOrThrow(Website, key);
    expect(metadata.annotations?.["web.example.com/created-by"]).toMatch(/./);
  });

  test("reject a page that loads files without TLS, and name the files", async () => {
    const html = '<img src="https://example.com/a.png"><img src="http://example.com/b.png">';
    await expect(patch({ spec: { html } })).rejects.toThrow('spec.html: Invalid value: "http://example.com/b.png"');
  });

  test("reject a change of the annotation", async () => {
    const annotations = { "web.example.com/created-by": "someone-else" };
    await expect(patch({ metadata: { annotations } })).rejects.toThrow("it cannot change");
  });
});
