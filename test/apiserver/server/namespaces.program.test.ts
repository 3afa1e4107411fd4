/** The server's own controller handles namespaces that are deleted. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigMap, Namespace } from "../../../src/k8s/core/v1.js";
import { mergePatch } from "../../../src/kube/client.js";
import { eventually } from "../../support/eventually.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await TestEnvironment.start({ server: "embedded" });
});
afterAll(() => environment.stop());

test("a namespace with an object that stays says why it stays too, in its status, and goes with the object", async () => {
  const { client } = environment;
  await client.create<Namespace>({ apiVersion: "v1", kind: "Namespace", metadata: { name: "team" } });
  const key = { namespace: "team", name: "kept" };
  const metadata = { ...key, finalizers: ["example.com/kept"] };
  await client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
  await client.delete(Namespace, { name: "team" });
  await eventually(async () => {
    const { status, metadata } = await client.getOrThrow(Namespace, { name: "team" });
    expect(status?.conditions).toContainEqual(
      expect.objectContaining({ type: "NamespaceFinalizersRemaining", status: "True" }),
    );
    const byController = metadata.managedFields?.filter(({ manager }) => manager === "kube-controller-manager");
    expect(byController?.map(({ subresource }) => subresource)).toEqual(["status"]);
  });
  await client.patch(ConfigMap, key, mergePatch({ metadata: { finalizers: null } }));
  await eventually(async () => expect(await client.get(Namespace, { name: "team" })).toBeUndefined());
});
