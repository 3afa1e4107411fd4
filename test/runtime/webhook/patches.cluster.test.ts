/** What a webhook changes, as the API server applies it: the patch makes exactly what the handler has left. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  createLiveClient,
  type CustomResource,
  defineKind,
  type HttpClient,
  loadKubeConfig,
  unstructured,
} from "../../../src/index.js";
import { CustomResourceDefinition } from "../../../src/k8s/apiextensions/v1.js";
import { describeCluster } from "../../support/cluster.js";
import { startWebhookOperator, webhookEntry, type WebhookOperator } from "../../support/webhook-operator.js";

const group = "patches.runtime.example.com";

interface Bag extends CustomResource<`${typeof group}/v1`, "Bag"> {
  spec: Record<string, unknown>;
}
const Bag = defineKind<Bag>(`${group}/v1`, "Bag");

type Spec = Bag["spec"];

const items = (count: number, fields: (index: number) => object = () => ({})): object[] =>
  Array.from({ length: count }, (_, index) => ({ name: `n${index}`, ...fields(index) }));

const cases: [string, Spec, Spec][] = [
  ["nothing", { a: 1 }, { a: 1 }],
  ["a field that appears, one that changes, one that goes", { a: 1, b: { c: 1 } }, { a: 2, d: { e: [] } }],
  ["keys with slashes, tildes and nothing", { "a/b~c": 1, "~1": 1, "": 1 }, { "a/b~c": 2, "~0": 1, "": 2, "/": 3 }],
  ["keys that objects have by nature", { constructor: 1 }, { toString: "x", hasOwnProperty: [] }],
  ["nulls", { a: null, b: 1 }, { a: 1, b: null, c: null }],
  ["another type", { a: [1], b: {}, c: "x" }, { a: { "0": 1 }, b: [], c: { d: "x" } }],
  ["items in place", { list: items(500) }, { list: items(500, (index) => ({ size: index })) }],
  [
    "containers that are injected before, between and behind",
    { list: items(3) },
    { list: [{ name: "first" }, { name: "n0", image: "i" }, { name: "x" }, { name: "n2" }, { name: "last" }] },
  ],
  ["items that go", { list: items(50) }, { list: items(50).filter((_, index) => index % 3 === 0) }],
  ["items in another order", { list: items(5) }, { list: items(6).reverse() }],
  ["a list without names", { list: [1, 2, 3, 4, 5] }, { list: [1, 9, 4, 5] }],
  ["lists in lists", { list: [[1, 2], [3], []] }, { list: [[2], [3, 4], [], [5]] }],
  ["all items of a list", { list: items(200) }, { list: [] }],
  ["ten thousand items", { list: items(10_000) }, { list: items(10_000, () => ({ size: 1 })) }],
  ["half of ten thousand items", { list: items(10_000) }, { list: items(5_000, () => ({ size: 1 })) }],
];

describeCluster("the patch of a webhook", (cluster) => {
  let operator: WebhookOperator;
  let client: HttpClient;
  /** By the name of the object. */
  const wanted = new Map<string, Spec>();

  beforeAll(async () => {
    const config = await loadKubeConfig({ kubeconfig: cluster().kubeconfig, env: {}, home: "" });
    client = createLiveClient(config);
    operator = await startWebhookOperator(config, (manager) => {
      manager
        .webhook(Bag)
        .withDefaulter({
          default: (bag) => {
            bag.spec = structuredClone(wanted.get(bag.metadata.name) ?? { isProbe: true });
          },
        })
        .complete();
    });
    await install(client, operator);
  });
  afterAll(async () => {
    await client.delete(unstructured("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration"), {
      name: group,
    });
    await client.delete(CustomResourceDefinition, { name: `bags.${group}` });
    client.close();
    await operator.stop();
  });

  test.each(cases.map(([name, before, after], index) => ({ name, before, after, index })))(
    "makes exactly what the handler has left: $name",
    async ({ before, after, index }) => {
      const name = `bag-${index}`;
      wanted.set(name, after);
      const bag = { apiVersion: Bag.apiVersion, kind: "Bag", metadata: { namespace: "default", name }, spec: before };
      const created = await client.create<Bag>(bag as never);
      expect(created.spec).toEqual(after);
    },
  );
});

async function install(client: HttpClient, { url, certificates: { ca } }: WebhookOperator): Promise<void> {
  const spec = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  const options = { force: true, fieldManager: "test" };
  const definition = {
    ...{ apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" },
    metadata: { name: `bags.${group}` },
    spec: {
      ...{ group, scope: "Namespaced", versions: [{ name: "v1", served: true, storage: true, schema }] },
      names: { kind: "Bag", listKind: "BagList", plural: "bags", singular: "bag" },
    },
  };
  await client.apply(definition as never, options);
  const entry = webhookEntry(Bag, { resource: "bags", url, ca, type: "mutating", operations: ["CREATE"] });
  const configuration = {
    ...{ apiVersion: "admissionregistration.k8s.io/v1", kind: "MutatingWebhookConfiguration" },
    ...{ metadata: { name: group }, webhooks: [entry] },
  };
  await client.apply(configuration as never, options);
  // The configuration reaches the API server's own watch a moment later.
  const probe = { apiVersion: Bag.apiVersion, kind: "Bag", metadata: { namespace: "default", generateName: "probe-" } };
  await vi.waitFor(
    async () => expect((await client.create<Bag>({ ...probe, spec: {} } as never)).spec).toEqual({ isProbe: true }),
    { timeout: 60_000, interval: 100 },
  );
}
