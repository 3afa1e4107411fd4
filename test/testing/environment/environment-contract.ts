import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createManager } from "../../../src/runtime/create-manager.js";
import { done } from "../../../src/runtime/reconcile.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { type CustomResource, defineKind, type KubeObject } from "../../../src/kube/objects.js";
import { eventually } from "../../../src/testing/eventually.js";
import { FakeClock } from "../../../src/testing/fake-clock.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { tempFolder } from "../../support/temp-folder.js";
import { simpleCrd } from "../../support/crds.js";
import { testExtensions } from "./environment-extension.js";
import { testWebhooks } from "./environment-webhooks.js";

interface Gadget extends CustomResource<"env.tsop.dev/v1", "Gadget"> {
  spec?: { size?: number };
  status?: { ready?: boolean };
}
const Gadget = defineKind<Gadget>("env.tsop.dev/v1", "Gadget");

const crd = simpleCrd("env.tsop.dev", "gadgets", "Gadget");

function gadget(name: string, more: Partial<Gadget> = {}): Gadget {
  return { apiVersion: "env.tsop.dev/v1", kind: "Gadget", metadata: { namespace: "default", name }, ...more };
}

function configMap(name: string): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name } };
}

const role: KubeObject & { rules: object[] } = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRole",
  metadata: { name: "gadget-reader" },
  rules: [{ apiGroups: ["env.tsop.dev"], resources: ["gadgets"], verbs: ["get", "list", "watch"] }],
};

export function describeEnvironment(server: "embedded" | "real"): void {
  describe(`a test environment on the ${server} server`, () => {
    let environment: TestEnvironment;
    beforeAll(async () => {
      const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "team-a" } };
      environment = await TestEnvironment.start({
        server,
        crds: [crd],
        objects: [
          { ...configMap("seed"), metadata: { namespace: "team-a", name: "seed" } },
          namespace,
          gadget("there", { status: { ready: true } }),
        ],
      });
    });
    afterAll(() => environment.stop());

    test("has the CRDs and the objects, with their status and in their namespaces", async () => {
      const { client } = environment;
      expect(await client.getOrThrow(Gadget, { namespace: "default", name: "there" })).toMatchObject({
        status: { ready: true },
      });
      expect(await client.getOrThrow(ConfigMap, { namespace: "team-a", name: "seed" })).toMatchObject({
        kind: "ConfigMap",
      });
    });

    test("applies more of both, from files and folders", async () => {
      const cwd = tempFolder({ "crds/parts.yaml": JSON.stringify(simpleCrd("env.tsop.dev", "parts", "Part")) });
      const manifests = [{ apiVersion: "env.tsop.dev/v1", kind: "Part", metadata: { name: "p" } }];
      mkdirSync(path.join(cwd, "objects"));
      writeFileSync(
        path.join(cwd, "objects/list.json"),
        JSON.stringify({ apiVersion: "v1", kind: "List", items: manifests }),
      );
      writeFileSync(
        path.join(cwd, "objects/kustomization.yaml"),
        "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
      );
      await environment.installCrds(path.join(cwd, "crds"));
      const applied = await environment.apply(path.join(cwd, "objects"));
      expect(applied).toMatchObject([{ kind: "Part", metadata: { namespace: "default", name: "p" } }]);
    });

    test("a user may do what its roles say, and no more", async () => {
      const reader = await environment.addUser("reader", { roles: [role] });
      expect(
        (await reader.client.list(Gadget, { namespace: "default" })).items.map(({ metadata }) => metadata.name),
      ).toContain("there");
      await expect(reader.client.create(gadget("mine"))).rejects.toMatchObject({
        code: "cluster/forbidden",
        hint: expect.stringContaining("@rbac groups=env.tsop.dev resources=gadgets verbs=create") as string,
      });
      expect(reader.kubeconfig).toContain("certificate-authority-data");
    });

    test("a manager runs in it, and its requeues come when the clock says so", async () => {
      const clock = new FakeClock();
      const runs: string[] = [];
      const log = new RecordingLogger();
      const manager = await createManager({
        name: "gadgets",
        config: environment.config,
        clock,
        log,
        healthProbeBindAddress: "0",
      });
      manager
        .controller("gadget")
        .for(Gadget)
        .complete({
          reconcile: ({ name }) => {
            runs.push(name);
            return Promise.resolve(runs.length === 1 ? { kind: "requeueAfter", milliseconds: 3_600_000 } : done());
          },
        });
      const stop = new AbortController();
      const running = manager.start(stop.signal);
      await eventually(() => expect(runs).toEqual(["there"]));
      await clock.advance(3_600_000);
      await eventually(() => expect(runs).toEqual(["there", "there"]));
      stop.abort();
      await running;
    });

    test("requests fail as the test says, and the environment's own client does not notice", async () => {
      const proxy = await environment.startFaultProxy();
      const faulty = await environment.addUser("faulty", { groups: ["system:masters"] });
      const behind = await environment.startFaultProxy(faulty);
      expect(behind.config.server).not.toBe(proxy.config.server);
      const { createLiveClient } = await import("../../../src/kube/http-client.js");
      const client = createLiveClient(behind.config, { wait: () => Promise.resolve() });
      try {
        behind.fail({ verb: "create", resource: "configmaps" }, { kind: "status", code: 409, reason: "Conflict" });
        await expect(client.create(configMap("refused"))).rejects.toMatchObject({
          statusCode: 409,
          reason: "Conflict",
        });
        behind.fail({ verb: "create" }, { kind: "lost-answer" });
        await expect(client.create(configMap("lost"))).rejects.toMatchObject({ code: "cluster/unreachable" });
        expect(await environment.client.get(ConfigMap, { namespace: "default", name: "lost" })).toBeDefined();
        expect(await environment.client.get(ConfigMap, { namespace: "default", name: "refused" })).toBeUndefined();
        // Reads are repeated.
        behind.fail({ verb: "get", name: "lost" }, { kind: "reset" }, 2);
        expect(await client.get(ConfigMap, { namespace: "default", name: "lost" })).toBeDefined();
        behind.fail({ verb: "get", name: "never" }, { kind: "hang" });
        expect(behind.pendingFaults).toBe(1);
        behind.clearFaults();
        expect(behind.pendingFaults).toBe(0);
        expect(behind.requests.filter(({ verb }) => verb === "get").map(({ name }) => name)).toEqual([
          "lost",
          "lost",
          "lost",
        ]);
        expect(proxy.requests).toEqual([]);
      } finally {
        client.close();
      }
    });

    test("a watch that breaks is resumed, and nothing is lost", async () => {
      const proxy = await environment.startFaultProxy();
      const seen: string[] = [];
      const manager = await createManager({
        name: "watcher",
        config: proxy.config,
        log: new RecordingLogger(),
        healthProbeBindAddress: "0",
      });
      manager
        .controller("configmap")
        .for(ConfigMap)
        .complete({
          reconcile: ({ name }) => {
            seen.push(name);
            return Promise.resolve(done());
          },
        });
      const stop = new AbortController();
      const running = manager.start(stop.signal);
      await eventually(() => expect(proxy.requests.some(({ verb }) => verb === "watch")).toBe(true));
      await eventually(() => expect(seen).toContain("seed"));
      expect(proxy.breakWatches({ resource: "configmaps" })).toBe(1);
      await environment.client.create(configMap("after-the-break"));
      await eventually(() => expect(seen).toContain("after-the-break"), { timeoutMs: 15_000 });
      stop.abort();
      await running;
    });

    test("stops once, and says so to who comes later", async () => {
      const other = await TestEnvironment.start({ server, crds: [] });
      await Promise.all([other.stop(), other.stop()]);
      await expect(other.apply(configMap("late"))).rejects.toMatchObject({ code: "testing/stopped" });
      await expect(other.addUser("late")).rejects.toMatchObject({ code: "testing/stopped" });
    });

    test("refuses a CRD with the server's reasons, and leaves nothing behind", async () => {
      const wrong = structuredClone(crd) as typeof crd & {
        spec: { versions: { schema: { openAPIV3Schema: object } }[] };
      };
      wrong.spec.versions[0]!.schema.openAPIV3Schema = {
        type: "object",
        properties: { spec: { type: "objekt" }, status: {} },
      };
      const cwd = tempFolder({ "crds/wrong.yaml": JSON.stringify(wrong) });
      await expect(TestEnvironment.start({ server, cwd, crds: ["crds"] })).rejects.toMatchObject({
        code: "cluster/api-error",
        at: { file: "crds/wrong.yaml" },
        message: expect.stringMatching(/gadgets\.env\.tsop\.dev: .*openAPIV3Schema/s) as string,
      });
    });

    testWebhooks(server, () => environment);
    testExtensions(() => environment);
  });
}
