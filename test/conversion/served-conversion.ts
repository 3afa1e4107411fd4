/** An API server that calls the conversion that tsop wrote: objects keep all fields in both versions. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type KubeObject, type Manager, type Spoke, type Unstructured, unstructured } from "../../src/index.js";
import type { Schema } from "../../src/schema/schema.js";
import { TestEnvironment } from "../../src/testing/environment/test-environment.js";
import { crdOf, loaded, writtenConversion } from "./written-conversion.js";

const text: Schema = { type: "string" };
const integer: Schema = { type: "integer" };
const object = (properties: Record<string, Schema>, required: string[] = []): Schema => ({
  ...{ type: "object", properties },
  ...(required.length === 0 ? {} : { required }),
});
const rules = (more: Record<string, Schema>): Schema => ({
  ...{ type: "array", items: object({ name: text, ...more }, ["name"]) },
  ...{ "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
});
const pools = (more: Record<string, Schema>): Schema => ({
  type: "object",
  additionalProperties: object({ size: integer, ...more }),
});
const [v1, v2] = [
  object({
    spec: object({ html: text, port: integer, legacy: text, rules: rules({ port: integer }), pools: pools({}) }),
  }),
  object({
    spec: object({
      content: object({ html: text, css: text }),
      port: text,
      rules: rules({ port: text, tls: object({ secret: text }) }),
      pools: pools({ zone: text }),
    }),
  }),
];

const V1 = unstructured("foo.abc.com/v1", "Bar");
const V2 = unstructured("foo.abc.com/v2", "Bar");
const key = (name: string) => ({ namespace: "default", name });
const bar = (version: string, name: string, spec: object): KubeObject & { spec: object } => ({
  ...{ apiVersion: `foo.abc.com/${version}`, kind: "Bar", metadata: key(name), spec },
});

const oldSpec = {
  ...{ html: "<p>", port: 80, legacy: "yes" },
  ...{ rules: [{ name: "a", port: 1 }], pools: { small: { size: 1 } } },
};
const newSpec = {
  content: { html: "<p>", css: "p {}" },
  port: "http",
  rules: [
    { name: "a", port: "1", tls: { secret: "s" } },
    { name: "b", port: "https" },
  ],
  pools: { small: { size: 1, zone: "z" } },
};

export function describeServedConversion(server: "embedded" | "real"): void {
  describe(`the ${server} API server with the conversion that tsop wrote`, () => {
    let environment: TestEnvironment;
    beforeAll(async () => {
      const { conversion } = await writtenConversion(v1, v2);
      // The test knows the kind only as unstructured.
      const barV1 = loaded(conversion) as unknown as Spoke<Unstructured>;
      const setUp = (manager: Manager): void => manager.webhook(V2).withConversion(barV1).complete();
      const crd = crdOf(v1, v2);
      const service = { name: "webhook-service", namespace: "system", path: "/convert" };
      crd.spec.conversion = {
        ...{ strategy: "Webhook", webhook: { clientConfig: { service }, conversionReviewVersions: ["v1"] } },
      };
      environment = await TestEnvironment.start({ server, crds: [crd], conversions: [setUp] });
    });
    afterAll(() => environment.stop());

    test("returns an object of v1 that was updated in v2 with all fields of v1", async () => {
      const { client } = environment;
      await client.create(bar("v1", "old", oldSpec));
      const seen = await client.getOrThrow(V2, key("old"));
      expect(seen["spec"]).toEqual({
        content: { html: "<p>" },
        port: "80",
        rules: [{ name: "a", port: "1" }],
        pools: { small: { size: 1 } },
      });
      await client.update({ ...seen, metadata: { ...seen.metadata, labels: { seen: "yes" } } });
      expect((await client.getOrThrow(V1, key("old")))["spec"]).toEqual(oldSpec);
    });

    test("returns an object of v2 that was updated in v1 with all fields of v2, and with the update", async () => {
      const { client } = environment;
      await client.create(bar("v2", "new", newSpec));
      const seen = await client.getOrThrow(V1, key("new"));
      expect(seen["spec"]).toEqual({
        html: "<p>",
        rules: [{ name: "a", port: 1 }, { name: "b" }],
        pools: { small: { size: 1 } },
      });
      await client.update({ ...seen, metadata: { ...seen.metadata, labels: { seen: "yes" } } });
      expect((await client.getOrThrow(V2, key("new")))["spec"]).toEqual(newSpec);
      await client.patch(V1, key("new"), { type: "merge", body: { spec: { rules: [{ name: "a", port: 2 }] } } });
      expect((await client.getOrThrow(V2, key("new")))["spec"]).toEqual({
        ...newSpec,
        rules: [{ name: "a", port: "2", tls: { secret: "s" } }],
      });
    });

    test("applies an object in one version, and then in the other", async () => {
      await environment.apply(bar("v1", "applied", oldSpec));
      await environment.apply(bar("v2", "applied", newSpec));
      expect((await environment.client.getOrThrow(V2, key("applied")))["spec"]).toEqual(newSpec);
      await environment.apply(bar("v1", "applied", { html: "<b>" }));
      expect((await environment.client.getOrThrow(V1, key("applied")))["spec"]).toMatchObject({ html: "<b>" });
    });
  });
}
