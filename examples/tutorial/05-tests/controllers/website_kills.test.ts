// #region imports
import { ConfigMap } from "tsop/k8s/core/v1";
import { eventually, killAtEveryWrite } from "tsop/testing";
import { expect, test } from "vitest";
import { Website } from "../api/v1/website_types.js";
import { website } from "../test/website.js";
import { WebsiteReconciler } from "./website_controller.js";
// #endregion imports

const directoryKey = { namespace: "default", name: "websites.web.example.com" };

test("it reaches the same end wherever it is killed", { timeout: 120_000 }, async () => {
  const { writes } = await killAtEveryWrite({
    setUp: (manager) =>
      new WebsiteReconciler(manager.client, manager.eventRecorder("website")).setupWithManager(manager),
    roles: ["config/rbac/role.yaml"],
    // #region environment
    environment: { crds: ["config/crd/bases"] },
    // #endregion environment
    scenario: async ({ client }) => {
      await client.create(website);
      await eventually(
        async () => {
          const { status } = await client.getOrThrow(Website, website.metadata);
          expect(status?.conditions).toMatchObject([{ reason: "WaitingForPods" }]);
        },
        { timeoutMs: 20_000 },
      );
      await client.delete(Website, website.metadata);
      await eventually(
        async () => {
          expect(await client.get(Website, website.metadata)).toBeUndefined();
          expect((await client.getOrThrow(ConfigMap, directoryKey)).data ?? {}).toEqual({});
        },
        { timeoutMs: 20_000 },
      );
    },
  });
  expect(writes.length).toBeGreaterThan(6);
});
