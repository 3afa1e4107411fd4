import { Deployment } from "tsop/k8s/apps/v1";
import { ConfigMap } from "tsop/k8s/core/v1";
import { createMemoryClient, recordingEventRecorder, testContext } from "tsop/testing";
import { expect, test } from "vitest";
import { Website } from "../api/v1/website_types.js";
import { website } from "../test/website.js";
import { WebsiteReconciler } from "./website_controller.js";

const key = { namespace: "default", name: "home" };
const directoryKey = { namespace: "default", name: "websites.web.example.com" };

function setUp() {
  const client = createMemoryClient({ objects: [website] });
  const events = recordingEventRecorder();
  const reconciler = new WebsiteReconciler(client, events);
  return { client, events, reconcile: () => reconciler.reconcile(key, testContext()) };
}

test("the first run creates the objects that serve the page, and reports them", async () => {
  const { client, events, reconcile } = setUp();
  await reconcile();
  // #region data
  expect((await client.getOrThrow(ConfigMap, key)).data).toEqual({ "index.html": "<title>Home</title><h1>Hello</h1>" });
  // #endregion data
  expect((await client.getOrThrow(Deployment, key)).spec?.replicas).toBe(2);
  expect(events.recorded.map(({ note }) => note)).toEqual([
    "ConfigMap home created",
    "Deployment home created",
    "Service home created",
  ]);
});

test("a second run writes nothing", async () => {
  const { client, reconcile } = setUp();
  await reconcile();
  const before = await client.getOrThrow(Website, key);
  await reconcile();
  expect(await client.getOrThrow(Website, key)).toEqual(before); // every write would set a new resourceVersion
});

test("a deleted Website leaves the directory", async () => {
  const { client, reconcile } = setUp();
  await reconcile();
  expect((await client.getOrThrow(ConfigMap, directoryKey)).data).toEqual({ home: "http://home.default.svc" });
  await client.delete(Website, key);
  expect(await client.get(Website, key)).toBeDefined(); // the finalizer keeps it
  await reconcile();
  expect((await client.getOrThrow(ConfigMap, directoryKey)).data ?? {}).toEqual({});
  expect(await client.get(Website, key)).toBeUndefined();
});
