import { expect, onTestFinished, test } from "vitest";
import type { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import { importCrds } from "../../src/import/import-crd.js";
import type { Client } from "../../src/kube/client.js";
import { dryRunClient } from "../../src/kube/client-wrappers.js";
import { createLiveClient } from "../../src/kube/http-client.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { describeCluster } from "../support/cluster.js";
import { crdOf } from "../support/crds.js";
import { edgeCrds } from "../support/edge-crds.js";
import { importAgain } from "../support/import-again.js";
import { oddDefinitions, oddSchemas, takenKinds } from "../support/odd-crds.js";

const odd = [...oddSchemas, ...oddDefinitions, ...takenKinds];

describeCluster("an odd CRD", (cluster) => {
  async function connect(): Promise<Client> {
    const client = createLiveClient(await loadKubeConfig({ env: {}, kubeconfig: cluster().kubeconfig }));
    onTestFinished(() => client.close());
    return dryRunClient(client);
  }

  /** What the API server has against each of the CRDs that it refuses. */
  async function refusals(crds: readonly (readonly [name: string, crd: unknown])[]): Promise<string[]> {
    const client = await connect();
    const refused: string[] = [];
    for (const [name, crd] of crds) {
      try {
        await client.create(crd as CustomResourceDefinition); // what comes from outside may be anything
      } catch (error) {
        refused.push(`${name}: ${String(error)}`);
      }
    }
    return refused;
  }

  test("is accepted by the API server as it is published", async () => {
    expect(await refusals(odd)).toEqual([]);
  });

  test("is accepted by the API server as it is generated again", async () => {
    expect(await refusals(odd.map(([name, crd]) => [name, importAgain(crd).crd]))).toEqual([]);
  });

  test("at the edge is refused by the API server where its import refuses it", async () => {
    const found = (await refusals(Object.entries(edgeCrds))).map((text) => text.slice(0, text.indexOf(": ")));
    expect(found).toEqual(Object.keys(edgeCrds).filter((name) => name.startsWith("!")));
    const accepted = Object.entries(edgeCrds).filter(([name]) => !name.startsWith("!"));
    expect(await refusals(accepted.map(([name, crd]) => [name, importAgain(crd).crd]))).toEqual([]);
  });

  test("is refused where its import is refused", async () => {
    const text = { type: "string" };
    const refused: [string, unknown][] = [
      ["fields and entries", crdWith({ type: "object", properties: { b: text }, additionalProperties: text })],
      ["fields and no entries", crdWith({ type: "object", properties: { b: text }, additionalProperties: false })],
      ["entries of the whole", crdOf({ type: "object", additionalProperties: text })],
      ["a type in a branch", crdWith({ type: "string", anyOf: [{ type: "string" }] })],
      ["a description in a branch", crdWith({ type: "string", anyOf: [{ description: "x" }] })],
      ["items without a type", crdWith({ type: "string", items: {} })],
      ["a kind of lists that is the kind", crdOf({ type: "object" }, { names: { ...names, listKind: "Bar" } })],
      [
        "a group that is not approved",
        { ...crdOf({ type: "object" }, { group: "foo.k8s.io" }), metadata: { name: "bars.foo.k8s.io" } },
      ],
      ["a kind that is too long", crdOf({ type: "object" }, { names: { ...names, kind: "B".repeat(60) } })],
    ];
    expect(await refusals(refused)).toHaveLength(refused.length);
    for (const [name, crd] of refused) expect(importCrds([crd], "crd.yaml").kinds, name).toEqual([]);
  });
});

const names = { kind: "Bar", plural: "bars" };

function crdWith(schema: object): Record<string, unknown> {
  return crdOf({ type: "object", properties: { spec: schema } });
}
