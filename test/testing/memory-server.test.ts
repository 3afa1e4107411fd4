/** The behaviour that the memory client gets from its API server, and its additions. */
import { describe, expect, test } from "vitest";
import { mergePatch, strategicPatch } from "../../src/kube/client.js";
import { defineKind, type KubeObject } from "../../src/kube/objects.js";
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from "../../src/k8s/admissionregistration/v1.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import type { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import { ConfigMap, Secret } from "../../src/k8s/core/v1.js";
import { createMemoryClient } from "../../src/testing/index.js";
import { simpleCrd } from "../support/crds.js";
import { Bar, bar, config, deployment, key } from "./memory-objects.js";

const barV2 = defineKind<KubeObject>("foo.abc.com/v2", "Bar");

describe("kinds of Kubernetes", () => {
  test("are defaulted", async () => {
    const { spec } = await createMemoryClient().create(deployment("a:1"));
    expect(spec).toMatchObject({ replicas: 1, strategy: { type: "RollingUpdate" } });
    expect(spec.template.spec?.containers[0]).toMatchObject({ imagePullPolicy: "IfNotPresent" });
  });

  test("are validated, and fields that they do not have are refused", async () => {
    const client = createMemoryClient();
    await expect(client.create(deployment())).rejects.toMatchObject({
      statusCode: 422,
      causes: [{ field: "spec.template.spec.containers[0].image", reason: "FieldValueRequired" }],
    });
    const misspelt = { ...config, dta: {} } as ConfigMap;
    await expect(client.create(misspelt)).rejects.toThrow('unknown field "dta"');
    expect((await client.create(misspelt, { fieldValidation: "Ignore" })).metadata.name).toBe("a");
  });

  test("take strategic merge patches, and are selected by their own fields", async () => {
    const client = createMemoryClient({ objects: [deployment("a:1")] });
    const patch = strategicPatch({ spec: { template: { spec: { containers: [{ name: "b", image: "b:1" }] } } } });
    const { spec } = await client.patch(Deployment, key, patch);
    expect(spec.template.spec?.containers.map(({ name }) => name)).toEqual(["b", "a"]);
    const secret = (name: string, type: string): Secret => ({
      apiVersion: "v1",
      kind: "Secret",
      metadata: { ...key, name },
      type,
    });
    await client.create(secret("one", "Opaque"));
    await client.create(secret("two", "example.com/own"));
    const { items } = await client.list(Secret, { fields: "type=example.com/own" });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["two"]);
  });

  test("say who set which field", async () => {
    const client = createMemoryClient();
    await client.apply({ ...config, data: { a: "1" } }, { fieldManager: "alice" });
    const { metadata } = await client.getOrThrow(ConfigMap, key);
    expect(metadata.managedFields).toMatchObject([
      { manager: "alice", operation: "Apply", fieldsV1: { "f:data": { "f:a": {} } } },
    ]);
  });

  test("that are none are not served", async () => {
    const typo = defineKind<KubeObject>("apps/v1", "Deploymnt");
    await expect(createMemoryClient().list(typo)).rejects.toMatchObject({
      code: "cluster/kind-not-served",
      message: "the memory client does not serve Deploymnt of apps/v1",
      hint: expect.stringContaining("Did you mean Deployment?") as string,
    });
  });
});

describe("kinds without a definition", () => {
  test("keep all fields, have a status, generations and a scale", async () => {
    const client = createMemoryClient();
    const created = await client.create(bar({ kept: "x", replicas: 2 }));
    expect(created).toMatchObject({ spec: { kept: "x" }, metadata: { generation: 1 } });
    await client.status.update({ ...created, status: { phase: "Ready" } });
    const updated = await client.patch(Bar, key, mergePatch({ spec: { size: 2 } }));
    expect(updated).toMatchObject({ status: { phase: "Ready" }, metadata: { generation: 2 } });
    expect((await client.subResource("scale").getOrThrow(Bar, key)).spec).toEqual({ replicas: 2 });
  });

  test("have the scope of their first object", async () => {
    const client = createMemoryClient();
    expect(await client.get(Bar, key)).toBeUndefined();
    expect(await client.get(Bar, { name: "a" })).toBeUndefined();
    expect((await client.list(Bar)).items).toEqual([]);
    await client.create(bar({}, { name: "wide" }));
    await expect(client.create(bar())).rejects.toThrow("Bar is cluster-scoped and cannot be in namespace default");
    await client.delete(Bar, { name: "wide" });
    await client.create(bar());
    await expect(client.get(Bar, { name: "a" })).rejects.toThrow('Bar "a" has no namespace');
  });

  test("are watched before there is an object", async () => {
    const client = createMemoryClient();
    const watch = client.watch(Bar)[Symbol.asyncIterator]();
    const first = watch.next();
    await client.create(bar({ size: 1 }));
    expect(await first).toMatchObject({ value: { type: "ADDED", object: { metadata: key } } });
    await watch.return?.();
  });

  test("show the same objects in all versions", async () => {
    const client = createMemoryClient({ objects: [bar({ size: 1 })] });
    expect(await client.getOrThrow(barV2, key)).toMatchObject({ apiVersion: "foo.abc.com/v2", spec: { size: 1 } });
    await client.patch(barV2, key, mergePatch({ spec: { size: 2 } }));
    expect((await client.getOrThrow(Bar, key)).spec).toEqual({ size: 2 });
    expect((await client.list(barV2)).items).toHaveLength(1);
  });

  test("are not served under the plural of another kind, as a typing error is", async () => {
    const client = createMemoryClient({ objects: [bar()] });
    const plural = defineKind<KubeObject>("foo.abc.com/v1", "Bars");
    await expect(client.list(plural)).rejects.toThrow("the memory client does not serve Bars of foo.abc.com/v1");
  });
});

test("a body of more than 3 MiB is refused", async () => {
  const large = bar({ kept: "x".repeat(3 * 1024 * 1024) });
  await expect(createMemoryClient().create(large)).rejects.toMatchObject({
    statusCode: 413,
    reason: "RequestEntityTooLarge",
  });
});

describe("kinds that a CustomResourceDefinition defines", () => {
  const plain = simpleCrd("foo.abc.com", "bars", "Bar");
  const schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        properties: { size: { type: "integer", default: 3, maximum: 9 } },
        "x-kubernetes-validations": [{ rule: "self.size != 7", message: "not 7" }],
      },
    },
  };
  const versions = plain.spec.versions.map((version) => ({ ...version, schema: { openAPIV3Schema: schema } }));
  const crd = { ...plain, spec: { ...plain.spec, versions } } as CustomResourceDefinition;

  test.each([
    ["given", () => Promise.resolve(createMemoryClient({ objects: [bar(), crd] }))],
    [
      "created",
      async () => {
        const client = createMemoryClient();
        await client.create(crd);
        await client.create(bar());
        return client;
      },
    ],
  ])("follow its schema when it is %s", async (_, start) => {
    const client = await start();
    expect((await client.getOrThrow(Bar, key)).spec).toEqual({ size: 3 });
    const named = (name: string, spec: NonNullable<Bar["spec"]>) => bar(spec, { ...key, name });
    await expect(client.create(named("b", { size: 10 }))).rejects.toThrow("should be less than or equal to 9");
    await expect(client.create(named("b", { size: 7 }))).rejects.toThrow("not 7");
    await expect(client.create(named("b", { kept: "x" }))).rejects.toThrow('unknown field "spec.kept"');
    await expect(client.list(barV2)).rejects.toMatchObject({ code: "cluster/kind-not-served" });
  });
});

test("policies are asked", async () => {
  const policy: ValidatingAdmissionPolicy = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicy",
    metadata: { name: "no-empty-data" },
    spec: {
      matchConstraints: {
        resourceRules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      },
      validations: [{ expression: "has(object.data)", message: "no data" }],
    },
  };
  const binding: ValidatingAdmissionPolicyBinding = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: { name: "no-empty-data" },
    spec: { policyName: "no-empty-data", validationActions: ["Deny"] },
  };
  const client = createMemoryClient({ objects: [policy, binding] });
  await expect(client.create(config)).rejects.toThrow("no data");
  await client.create({ ...config, data: { a: "1" } });
});

test("webhooks are called", async () => {
  const configuration: ValidatingWebhookConfiguration = {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingWebhookConfiguration",
    metadata: { name: "checks" },
    webhooks: [
      {
        name: "checks.example.com",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        // No server listens there.
        clientConfig: { url: "https://127.0.0.1:1/validate" },
        rules: [{ apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] }],
      },
    ],
  };
  const client = createMemoryClient();
  await client.create(configuration);
  await expect(client.create(config)).rejects.toThrow('failed calling webhook "checks.example.com"');
  expect(await client.get(ConfigMap, key)).toBeUndefined();
});
