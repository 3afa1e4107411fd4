import path from "node:path";
import { expect, test } from "vitest";
import type { Manager } from "../../../src/runtime/manager.js";
import { createManager } from "../../../src/runtime/create-manager.js";
import { type ObjectPart, spoke } from "../../../src/runtime/webhook/conversion.js";
import { type CustomResource, defineKind, type KubeObject } from "../../../src/kube/objects.js";
import { eventually } from "../../../src/testing/eventually.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";
import { RecordingLogger } from "../../support/recording-logger.js";
import { tempFolder } from "../../support/temp-folder.js";
import { convertedCrd, simpleCrd } from "../../support/crds.js";

const service = { name: "webhook-service", namespace: "system" };

/** A webhook behind a Service converts it. */
const hooks = (group: string) =>
  convertedCrd(simpleCrd(group, "hooks", "Hook"), { service: { ...service, path: "/convert" } }, "v1");

/** Conversions and admission webhooks in an environment. */
export function testWebhooks(server: "embedded" | "real", environment: () => TestEnvironment): void {
  test("converts between versions itself, by what the operator registers", async () => {
    const group = "converted.tsop.dev";
    interface Old extends CustomResource<"converted.tsop.dev/v1", "Hook"> {
      spec: { count: number };
    }
    interface New extends CustomResource<"converted.tsop.dev/v2", "Hook"> {
      spec: { size: number };
    }
    const V1 = defineKind<Old>(`${group}/v1`, "Hook");
    const V2 = defineKind<New>(`${group}/v2`, "Hook");
    const toV1 = spoke(V1, {
      toHub: ({ spec }) => ({ spec: { size: spec.count } }),
      fromHub: ({ spec }: ObjectPart<New>) => ({ spec: { count: spec.size } }),
    });
    const setUp = (manager: Manager): void => manager.webhook(V2).withConversion(toV1).complete();
    const converted = await TestEnvironment.start({
      server,
      crds: [hooks(group)],
      objects: [
        { ...{ apiVersion: `${group}/v1`, kind: "Hook" }, metadata: { name: "a" }, spec: { count: 3 } } as KubeObject,
      ],
      conversions: [setUp],
    });
    const key = { namespace: "default", name: "a" };
    expect((await converted.client.getOrThrow(V2, key)).spec).toEqual({ size: 3 });
    await converted.client.patch(V2, key, { type: "merge", body: { spec: { size: 4 } } });
    expect((await converted.client.getOrThrow(V1, key)).spec).toEqual({ count: 4 });
    // Who applies in another version than before has the server convert parts of objects.
    const hook = (version: string, more: object): KubeObject => ({
      apiVersion: `${group}/${version}`,
      kind: "Hook",
      metadata: { name: "b" },
      ...more,
    });
    await converted.apply(hook("v1", { spec: { count: 1 }, status: { ready: true } }));
    await converted.apply(hook("v2", { spec: { size: 2 } }));
    await converted.apply(hook("v1", { spec: { count: 3 } }));
    expect((await converted.client.getOrThrow(V2, { ...key, name: "b" })).spec).toEqual({ size: 3 });

    // One that is installed later is converted, too; no conversion is registered for it, and the API server requests it.
    await converted.installCrds(hooks("later.tsop.dev"));
    const later = { apiVersion: "later.tsop.dev/v2", kind: "Hook", metadata: { name: "a" } };
    await expect(converted.apply(later)).rejects.toThrow(/conversion webhook for .* failed/);
    await converted.stop();
  });

  test("asks a manager of the test, which its webhooks and conversions lead to", async () => {
    const group = "hooks.tsop.dev";
    const V1 = defineKind<CustomResource<string, "Hook">>(`${group}/v1`, "Hook");
    const V2 = defineKind<CustomResource<string, "Hook">>(`${group}/v2`, "Hook");
    await environment().installCrds(hooks(group));
    await expect(environment().installWebhooks()).rejects.toMatchObject({ code: "testing/no-webhook-server" });
    const folder = tempFolder({
      "webhooks.yaml": JSON.stringify({
        ...{ apiVersion: "admissionregistration.k8s.io/v1", kind: "MutatingWebhookConfiguration" },
        metadata: { name: group },
        webhooks: [
          {
            ...{ name: "m.hooks.tsop.dev", admissionReviewVersions: ["v1"], sideEffects: "None" },
            clientConfig: { service: { ...service, path: "/mutate-hooks-tsop-dev-v1-hook" } },
            rules: [{ apiGroups: [group], apiVersions: ["v1"], operations: ["CREATE"], resources: ["hooks"] }],
          },
        ],
      }),
    });
    const stop = new AbortController();
    const manager = await createManager({
      ...{ name: "hooks", config: environment().config, healthProbeBindAddress: "0", log: new RecordingLogger() },
      ...(await environment().webhookServer()),
    });
    const defaulter = {
      default: ({ metadata }: KubeObject): void => {
        metadata.labels = { by: "manager" };
      },
    };
    const same = { toHub: () => ({}), fromHub: () => ({}) };
    manager.webhook(V1).withDefaulter(defaulter).withConversion(spoke(V2, same)).complete();
    const running = manager.start(stop.signal);
    await environment().installWebhooks(path.join(folder, "webhooks.yaml"));
    const key = { namespace: "default", name: "a" };
    await eventually(async () => {
      await environment().client.delete(V1, key);
      const created = await environment().client.create<KubeObject>({
        ...{ apiVersion: `${group}/v1`, kind: "Hook", metadata: key },
      });
      expect(created.metadata.labels).toEqual({ by: "manager" });
      expect(await environment().client.getOrThrow(V2, key)).toMatchObject({ apiVersion: `${group}/v2` });
    });
    stop.abort();
    await running;
  });
}
