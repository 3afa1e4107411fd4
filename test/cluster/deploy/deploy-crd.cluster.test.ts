/** CRDs whose versions change, with what others write into them: on an API server. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { CustomResourceDefinition } from "../../../src/cluster/crd.js";
import { applyFirstStage, applyLastStage, checkCrd } from "../../../src/cluster/deploy/deploy-crd.js";
import { waitUntilServed } from "../../../src/cluster/wait-until-served.js";
import { createLiveClient, type HttpClient, jsonPatch, loadKubeConfig, unstructured } from "../../../src/index.js";
import { describeCluster } from "../../support/cluster.js";
import { simpleCrd } from "../../support/crds.js";
import { eventually } from "../../support/eventually.js";
import { certificate } from "../../support/some-certificate.js";

const group = "staged.example.com";
const name = `bars.${group}`;
const { signal } = new AbortController();
const options = { dryRun: false, isForced: false, signal, onProgress: () => undefined };

const first = simpleCrd(group, "bars", "Bar");
const [v1] = first.spec.versions as [(typeof first.spec.versions)[number]];
const both: CustomResourceDefinition = {
  ...first,
  spec: {
    ...first.spec,
    versions: [v1, { ...v1, name: "v2", storage: false }],
    conversion: {
      strategy: "Webhook",
      webhook: {
        clientConfig: { service: { name: "nobody", namespace: "default", path: "/convert" } },
        conversionReviewVersions: ["v1"],
      },
    },
  },
};

describeCluster("a CRD that is deployed in stages", (cluster) => {
  let client: HttpClient;
  const live = (): Promise<CustomResourceDefinition> => client.getOrThrow(CustomResourceDefinition, { name });
  const versions = async (): Promise<string[]> =>
    (await live()).spec.versions.filter(({ served }) => served).map((version) => version.name);
  const lastStage = { ...options, wait: undefined };

  beforeEach(async () => {
    client = createLiveClient(await loadKubeConfig({ kubeconfig: cluster().kubeconfig, env: {}, home: "" }));
  });
  afterEach(async () => {
    await client.delete(CustomResourceDefinition, { name }).catch(() => undefined);
    await eventually(async () => expect(await client.get(CustomResourceDefinition, { name })).toBeUndefined());
    client.close();
  });

  async function upgrade(): Promise<void> {
    await applyFirstStage(client, first, options);
    await waitUntilServed(client, first, { timeoutMs: 20_000, signal });
    const stage = await applyFirstStage(client, both, options);
    expect(await versions()).toEqual(["v1"]);
    if (stage.kind !== "staged") throw new Error("it is not staged");
    expect(await applyLastStage(client, stage, lastStage)).toMatchObject({ change: "configured" });
    expect(await versions()).toEqual(["v1", "v2"]);
    // As the operator does.
    const path = "/spec/conversion/webhook/clientConfig/caBundle";
    await client
      .withFieldManager("operator")
      .patch(CustomResourceDefinition, { name }, jsonPatch([{ op: "add", path, value: certificate }]));
  }

  test("names a new version last, and leaves no field manager of the intermediate writes", async () => {
    await upgrade();
    const managers = (await live()).metadata.managedFields?.map(({ manager }) => manager);
    expect(managers).not.toContain("tsop-conversion");
    // The next deployment changes nothing, and takes nothing of the operator's.
    const next = await applyFirstStage(client, both, options);
    expect(next).toMatchObject({ kind: "whole", deployed: { change: "unchanged" } });
    expect((await live()).spec.conversion?.webhook?.clientConfig?.caBundle).toBe(certificate);
  });

  test("goes back to one version, though the operator has written its CA", async () => {
    await upgrade();
    expect(await checkCrd(client, first, { ...options, dryRun: true })).toMatchObject({
      change: "configured",
      after: { spec: { conversion: { strategy: "None" } } },
    });
    const stage = await applyFirstStage(client, first, options);
    expect(await versions()).toEqual(["v1"]);
    if (stage.kind !== "staged") throw new Error("it is not staged");
    await applyLastStage(client, stage, lastStage);
    expect((await live()).spec.conversion).toEqual({ strategy: "None" });
    // And forth again.
    expect((await applyFirstStage(client, both, options)).kind).toBe("staged");
  });

  test("objects can be applied after the removal of a version in which other clients set fields", async () => {
    const plain = { ...both, spec: { ...both.spec, conversion: { strategy: "None" } } };
    await applyFirstStage(client, plain, options);
    await waitUntilServed(client, plain, { timeoutMs: 20_000, signal });
    const metadata = { name: "one", namespace: "default" };
    const bar = (version: string, spec: object) => ({ apiVersion: `${group}/${version}`, kind: "Bar", metadata, spec });
    await eventually(() => client.withFieldManager("somebody").apply(bar("v2", { size: 1 })));
    await client.withFieldManager("else").apply(bar("v1", { color: "red" }));
    const stage = await applyFirstStage(client, first, options);
    if (stage.kind !== "staged") throw new Error("it is not staged");
    await applyLastStage(client, stage, lastStage);
    const applied = await eventually(() => client.withFieldManager("else").apply(bar("v1", { color: "blue" })));
    expect(applied).toMatchObject({ spec: { color: "blue", size: 1 } });
    const found = await client.getOrThrow(unstructured(`${group}/v1`, "Bar"), metadata);
    expect(found.metadata.managedFields?.map(({ manager }) => manager)).toEqual(["else"]);
  });
});
