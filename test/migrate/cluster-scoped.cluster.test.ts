import { expect, test } from "vitest";
import { createManager, defineKind, done, type KubeObject, mergePatch, type Unstructured } from "../../src/index.js";
import { ConfigMap, type Namespace } from "../../src/k8s/core/v1.js";
import { migrateKind } from "../../src/migrate/index.js";
import { findAction } from "../../src/source/permissions/actions.js";
import { TestEnvironment } from "../../src/testing/index.js";
import { eventually } from "../support/eventually.js";
import { simpleCrd } from "../support/crds.js";
import { RecordingLogger } from "../support/recording-logger.js";

const group = "scope.tsop.test";
const Old = defineKind<Unstructured>(`${group}/v1`, "Old");
const New = defineKind<Unstructured>(`${group}/v1`, "New");

/** The rules that `tsop manifests` infers for the call below. */
function inferredRules(): object[] {
  const resources: Readonly<Record<string, readonly [string, string]>> = {
    from: [group, "olds"],
    to: [group, "news"],
    dependents: ["", "configmaps"],
  };
  const action = findAction("migrateKind");
  const effects = (action?.options?.effects ?? []).map(({ option, subresource, verbs }) => {
    const [apiGroup, plural] = resources[option] ?? ["", ""];
    return {
      apiGroups: [apiGroup],
      resources: [subresource === undefined ? plural : `${plural}/${subresource}`],
      verbs,
    };
  });
  const crds = (action?.also ?? []).map(({ verbs }) => ({
    ...{ apiGroups: ["apiextensions.k8s.io"], resources: ["customresourcedefinitions"], verbs },
  }));
  return [...effects, ...crds, { apiGroups: ["events.k8s.io"], resources: ["events"], verbs: action?.verbs }];
}

test("cluster-scoped objects keep their dependents in several namespaces, with the inferred permissions alone", async () => {
  const crds = [simpleCrd(group, "olds", "Old", "Cluster"), simpleCrd(group, "news", "New", "Cluster")] as KubeObject[];
  const environment = await TestEnvironment.start({ crds });
  try {
    const { client } = environment;
    const role = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole", metadata: { name: "migration" } };
    const user = await environment.addUser("operator", { roles: [{ ...role, rules: inferredRules() } as KubeObject] });
    const old = await client.create<Unstructured>({
      ...{ apiVersion: Old.apiVersion, kind: "Old" },
      metadata: { name: "a" },
      spec: { size: 1 },
    });
    await client.status.patch(Old, { name: "a" }, mergePatch({ status: { phase: "Ready" } }));
    const namespaces = ["n-a", "n-b"];
    for (const name of namespaces)
      await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    const ownerReferences = [
      { ...{ apiVersion: Old.apiVersion, kind: "Old", name: "a" }, uid: old.metadata.uid ?? "", controller: true },
    ];
    const settings = (namespace: string, name: string): ConfigMap => ({
      ...{ apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name, ownerReferences } },
    });
    for (const namespace of namespaces) await client.create(settings(namespace, "settings"));

    const log = new RecordingLogger();
    const manager = await createManager({
      ...{ name: "operator", healthProbeBindAddress: "0", metricsBindAddress: "0", log, config: user.config },
    });
    const migration = migrateKind(manager, { from: Old, to: New, dependents: [ConfigMap] });
    const seen: string[] = [];
    manager
      .controller("new")
      .for(New)
      .complete(migration.gate({ reconcile: async ({ name }) => (await Promise.resolve(seen.push(name)), done()) }));
    const stop = new AbortController();
    const running = manager.start(stop.signal);
    const handedOver = (namespace: string, name: string): Promise<void> =>
      eventually(async () => {
        const { uid } = (await client.getOrThrow(New, { name: "a" })).metadata;
        const { metadata } = await client.getOrThrow(ConfigMap, { namespace, name });
        expect(metadata.ownerReferences).toEqual([{ ...ownerReferences[0], kind: "New", uid }]);
      });
    for (const namespace of namespaces) await handedOver(namespace, "settings");
    await eventually(() => expect(seen).toContain("a"));
    expect(await client.getOrThrow(New, { name: "a" })).toMatchObject({
      spec: { size: 1 },
      status: { phase: "Ready" },
    });

    // A dependent that appears later.
    await client.create(settings(namespaces[0] ?? "", "late"));
    await handedOver(namespaces[0] ?? "", "late");
    stop.abort();
    await running;
    expect(log.messages("error")).toEqual([]);
  } finally {
    await environment.stop();
  }
});
