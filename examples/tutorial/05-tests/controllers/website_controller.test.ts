import { createManager } from "tsop";
import { Secret } from "tsop/k8s/core/v1";
import { eventually, TestEnvironment, type TestUser } from "tsop/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { Website } from "../api/v1/website_types.js";
import { website } from "../test/website.js";
import { WebsiteReconciler } from "./website_controller.js";

describe("the Website controller", () => {
  let environment: TestEnvironment;
  let operator: TestUser;

  beforeAll(async () => {
    environment = await TestEnvironment.start({
      crds: ["config/crd/bases"],
      server: "embedded",
      simulateWorkloads: true,
    });
    operator = await environment.addUser("operator", { roles: ["config/rbac/role.yaml"] });
    const manager = await createManager({
      name: "website-test",
      config: operator.config,
      healthProbeBindAddress: "0",
      logLevel: "warn",
    });
    new WebsiteReconciler(manager.client, manager.eventRecorder("website")).setupWithManager(manager);
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    return async () => {
      stop.abort();
      await running;
      await environment.stop();
    };
  });

  test("reports a Website as ready when its Pods are, and again after a change", async () => {
    const { client } = environment;
    const isReady = async (observedGeneration: number, readyReplicas: number): Promise<void> => {
      const { status } = await client.getOrThrow(Website, website.metadata);
      expect(status).toMatchObject({ readyReplicas, conditions: [{ status: "True", observedGeneration }] });
    };
    await client.create(website);
    await eventually(() => isReady(1, 2));
    await client.patch(Website, website.metadata, { type: "merge", body: { spec: { replicas: 3 } } });
    await eventually(() => isReady(2, 3));
  });

  test("runs with the permissions of its role, and no others", async () => {
    await expect(operator.client.list(Website)).resolves.toBeDefined();
    await expect(operator.client.list(Secret)).rejects.toThrow('cannot list resource "secrets"');
  });

  test.each([
    ["too many Pods", { ...website, spec: { ...website.spec, replicas: 11 } }, "spec.replicas"],
    [
      "a name that no Service can have",
      { ...website, metadata: { namespace: "default", name: "my.home" } },
      "valid for a Service",
    ],
  ])("does not see a Website with %s: the API server rejects it", async (_, invalid, message) => {
    await expect(environment.client.create<Website>(invalid)).rejects.toThrow(message);
  });
});
