import { expect, test } from "vitest";
import { bootstrapObjects } from "../../../../src/apiserver/kinds/bootstrap/bootstrap-objects.js";

const extensionTrust = { clientCa: "CLIENTS", frontProxyCa: "FRONT" };
const now = "2026-01-31T12:00:00Z";
const options = { port: 6443, caCertificate: "PEM", extensionTrust, now };
const objects = bootstrapObjects({ ...options, version: "1.37" });

function find(storageKey: string, name: string) {
  return objects.find((each) => each.storageKey === storageKey && each.object.metadata.name === name)?.object;
}

test("a namespace comes before its objects", () => {
  const seen = new Set<string>();
  for (const { storageKey, object } of objects) {
    const { namespace, name } = object.metadata;
    expect(namespace === undefined || seen.has(namespace)).toBe(true);
    if (storageKey === "namespaces" && name !== undefined) {
      seen.add(name);
    }
  }
});

test("no object exists twice", () => {
  const keys = objects.map(({ storageKey, object }) =>
    [storageKey, object.metadata.namespace, object.metadata.name].join(),
  );
  expect(new Set(keys).size).toBe(keys.length);
});

test("each call makes objects of its own", () => {
  const again = bootstrapObjects({ ...options, version: "1.37" });
  expect(again).toEqual(objects);
  expect(again[0]?.object).not.toBe(objects[0]?.object);
});

test("the service of the API server leads to its port", () => {
  expect(find("services", "kubernetes")?.spec).toMatchObject({ ports: [{ port: 443, targetPort: 6443 }] });
});

test("every namespace trusts the server's certificate", () => {
  const bundles = objects.filter(({ object }) => object.metadata.name === "kube-root-ca.crt");
  expect(bundles.map(({ object }) => [object.metadata.namespace, object.data])).toEqual(
    ["default", "kube-node-lease", "kube-public", "kube-system"].map((name) => [name, { "ca.crt": "PEM" }]),
  );
});

test("what an admin may do, he may do for having what an editor has", () => {
  const rules = (name: string) => find("rbac.authorization.k8s.io/clusterroles", name)?.rules;
  expect(rules("admin")).toEqual(expect.arrayContaining(rules("edit") as unknown[]));
  expect(rules("edit")).toEqual(expect.arrayContaining(rules("view") as unknown[]));
});

test("every binding names an existing role", () => {
  const bindings = objects.filter(({ object }) => object.kind.endsWith("Binding"));
  for (const { object } of bindings) {
    const { kind, name } = object.roleRef as { kind: string; name: string };
    const role = find(`rbac.authorization.k8s.io/${kind.toLowerCase()}s`, name);
    expect(role, name).toBeDefined();
  }
  expect(bindings.length).toBeGreaterThan(50);
});
