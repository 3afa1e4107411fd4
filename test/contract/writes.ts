import { describe, expect, test } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { Part, refusal, refusalOf, type Subject } from "./subject.js";

export function writesContract({ client, namespace, configMap, part }: Subject): void {
  describe("create", () => {
    test("gives the object its identity", async () => {
      const object = configMap({ a: "1" });
      const created = await client().create(object);
      expect(created).toMatchObject(object);
      expect(created.metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
      expect(created.metadata.resourceVersion).toMatch(/^\d+$/);
      expect(created.metadata.creationTimestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      expect(object.metadata.uid).toBeUndefined();
    });

    test("counts generations from one, and drops a status", async () => {
      const created = await client().create({ ...part({ size: 1 }), status: { phase: "Ready" } });
      expect(created.metadata.generation).toBe(1);
      expect(created.status).toBeUndefined();
    });

    test("makes a name of generateName", async () => {
      const metadata = { namespace, generateName: "made-" };
      const created = await client().create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
      expect(created.metadata.name).toMatch(/^made-[a-z0-9]{5}$/);
    });

    test("refuses a name that is taken", async () => {
      const object = await client().create(configMap());
      expect(await refusal(client().create(configMap({}, { name: object.metadata.name })))).toBe("409 AlreadyExists");
    });

    test("with a dry run stores nothing", async () => {
      const created = await client().create(configMap({ a: "1" }), { dryRun: true });
      expect(created.metadata.uid).toBeDefined();
      expect(await client().get(ConfigMap, created.metadata)).toBeUndefined();
    });

    test("refuses a resourceVersion", async () => {
      expect(await refusal(client().create(part({}, { resourceVersion: "5" })))).toBe("500 ");
    });

    test("takes no identity from the given object", async () => {
      const metadata = {
        uid: "11111111-2222-4333-8444-555555555555",
        generation: 7,
        creationTimestamp: "2020-01-01T00:00:00Z",
        deletionTimestamp: "2020-01-01T00:00:00Z",
        finalizers: ["contract.example.com/hold"],
      };
      const created = await client().create(part({}, metadata));
      expect(created.metadata.uid).not.toBe(metadata.uid);
      expect(created.metadata.creationTimestamp).not.toBe(metadata.creationTimestamp);
      expect(created.metadata).toMatchObject({ generation: 1, finalizers: metadata.finalizers });
      expect(created.metadata.deletionTimestamp).toBeUndefined();
    });

    test("names the object and the resource that conflict", async () => {
      const { metadata } = await client().create(part());
      expect(await refusalOf(client().create(part({}, { name: metadata.name })))).toMatchObject({
        message: `parts.contract.example.com "${metadata.name}" already exists`,
        details: { name: metadata.name, group: "contract.example.com", kind: "parts" },
      });
    });
  });

  describe("update", () => {
    test("replaces the object and counts the generation", async () => {
      const created = await client().create(part({ size: 1 }));
      const updated = await client().update({ ...created, spec: { size: 2 } });
      expect(updated).toMatchObject({ spec: { size: 2 }, metadata: { generation: 2, uid: created.metadata.uid } });
      expect(updated.metadata.resourceVersion).not.toBe(created.metadata.resourceVersion);
    });

    test("that changes nothing keeps the resourceVersion", async () => {
      const created = await client().create(part({ size: 1 }));
      expect((await client().update(created)).metadata.resourceVersion).toBe(created.metadata.resourceVersion);
    });

    test("of the metadata alone keeps the generation", async () => {
      const created = await client().create(part({ size: 1 }));
      const labelled = { ...created, metadata: { ...created.metadata, labels: { a: "b" } } };
      expect((await client().update(labelled)).metadata).toMatchObject({ generation: 1, labels: { a: "b" } });
    });

    test("leaves the status alone", async () => {
      const created = await client().create(part());
      await client().status.update({ ...created, status: { phase: "Ready" } });
      const current = await client().getOrThrow(Part, created.metadata);
      expect((await client().update({ ...current, status: { phase: "Other" } })).status).toEqual({ phase: "Ready" });
    });

    test("of an object that another client changed is rejected", async () => {
      const created = await client().create(part({ size: 1 }));
      await client().update({ ...created, spec: { size: 2 } });
      expect(await refusal(client().update({ ...created, spec: { size: 3 } }))).toBe("409 Conflict");
    });

    test("of an object that is not there is refused", async () => {
      expect(await refusal(client().update(configMap()))).toBe("404 NotFound");
    });

    test("with a dry run stores nothing", async () => {
      const created = await client().create(part({ size: 1 }));
      expect((await client().update({ ...created, spec: { size: 2 } }, { dryRun: true })).spec).toEqual({ size: 2 });
      expect((await client().getOrThrow(Part, created.metadata)).spec).toEqual({ size: 1 });
    });
  });

  describe("the status", () => {
    test("is all that status.update writes, and no new generation", async () => {
      const created = await client().create(part({ size: 1 }));
      const updated = await client().status.update({ ...created, spec: { size: 9 }, status: { phase: "Ready" } });
      expect(updated).toMatchObject({ spec: { size: 1 }, status: { phase: "Ready" }, metadata: { generation: 1 } });
    });

    test("is rejected if another client changed the object", async () => {
      const created = await client().create(part({ size: 1 }));
      await client().update({ ...created, spec: { size: 2 } });
      expect(await refusal(client().status.update({ ...created, status: {} }))).toBe("409 Conflict");
    });

    test("is all that status.patch and status.apply write", async () => {
      const created = await client().create(part({ size: 1 }));
      const patch = mergePatch({ spec: { size: 9 }, status: { phase: "Patched" } });
      expect(await client().status.patch(Part, created.metadata, patch)).toMatchObject({
        spec: { size: 1 },
        status: { phase: "Patched" },
      });
      const applied = {
        apiVersion: Part.apiVersion,
        kind: Part.kind,
        metadata: { name: created.metadata.name, namespace },
      };
      const result = await client().status.apply<Part>(
        { ...applied, apiVersion: "contract.example.com/v1", kind: "Part", status: { phase: "Applied" } },
        { force: true },
      );
      expect(result).toMatchObject({ spec: { size: 1 }, status: { phase: "Applied" } });
    });

    test("without a resourceVersion writes over a built-in kind, and is refused for a custom resource", async () => {
      const unversioned = <T extends ConfigMap | Part>({ metadata: { resourceVersion, ...metadata }, ...rest }: T) => {
        expect(resourceVersion).toBeDefined();
        return { ...rest, metadata } as T;
      };
      const object = await client().create(configMap({ a: "1" }));
      const wanted = { ...unversioned(object), data: { a: "2" } };
      expect((await client().update(wanted)).data).toEqual({ a: "2" });
      const created = await client().create(part());
      expect(await refusal(client().update(unversioned(created)))).toBe("422 Invalid");
      expect(await refusal(client().status.update(unversioned(created)))).toBe("422 Invalid");
    });

    test("of another object of the same name is refused", async () => {
      const created = await client().create(part());
      const uid = "11111111-2222-4333-8444-555555555555";
      const other = { ...created, metadata: { ...created.metadata, uid } };
      expect(await refusal(client().update(other))).toBe("409 Conflict");
    });

    test("preserves the server's fields: uid, creationTimestamp and generation", async () => {
      const created = await client().create(part({ size: 1 }));
      const { name, resourceVersion = "" } = created.metadata;
      const metadata = { name, namespace, resourceVersion, creationTimestamp: "2020-01-01T00:00:00Z", generation: 9 };
      const updated = await client().update({ ...created, metadata });
      const { uid, creationTimestamp, generation } = created.metadata;
      expect(updated.metadata).toMatchObject({ uid, creationTimestamp, generation });
    });

    test("cannot mark an object as deleted", async () => {
      const created = await client().create(part());
      const metadata = { ...created.metadata, deletionTimestamp: "2020-01-01T00:00:00Z" };
      expect(await refusal(client().update({ ...created, metadata }))).toBe("422 Invalid");
    });

    test("takes empty labels and lists in the metadata for none", async () => {
      const created = await client().create(part({}, { labels: { a: "b" }, finalizers: ["contract.example.com/x"] }));
      const metadata = { ...created.metadata, labels: {}, finalizers: [], ownerReferences: [] };
      const updated = await client().update({ ...created, metadata });
      expect(Object.keys(updated.metadata)).not.toContain("labels");
      expect(Object.keys(updated.metadata)).not.toContain("finalizers");
      expect(Object.keys(updated.metadata)).not.toContain("ownerReferences");
    });
  });
}
