import { describe, expect, test } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import type { KubeObject, OwnerReference } from "../../src/kube/objects.js";
import { ConfigMap, Secret } from "../../src/k8s/core/v1.js";
import { eventually } from "../support/eventually.js";
import { newName, Part, refusal, type Subject } from "./subject.js";

export function deletionsContract({ client, namespace, configMap, part, collectsGarbage }: Subject): void {
  describe("deleteAllOf", () => {
    test("takes away what the labels and fields select, and nothing else", async () => {
      const [labels, others] = [{ set: newName() }, { set: newName() }];
      const [a, b] = [
        await client().create(configMap({}, { labels })),
        await client().create(configMap({}, { labels })),
      ];
      const other = await client().create(configMap({}, { labels: others }));
      const names = async () =>
        (await client().list(ConfigMap, { namespace, labels })).items.map(({ metadata }) => metadata.name);
      await client().deleteAllOf(ConfigMap, { namespace, labels, fields: `metadata.name=${a.metadata.name}` });
      expect(await names()).toEqual([b.metadata.name]);
      await client().deleteAllOf(ConfigMap, { namespace, labels });
      expect(await names()).toEqual([]);
      expect(await client().get(ConfigMap, other.metadata)).toBeDefined();
      await client().deleteAllOf(ConfigMap, { namespace, labels });
    });

    test("without a selector takes all of the namespace, and waits for finalizers", async () => {
      const secret = (finalizers: string[]): Secret => ({
        apiVersion: "v1",
        kind: "Secret",
        metadata: { name: newName(), namespace, finalizers },
      });
      const free = await client().create(secret([]));
      const held = await client().create(secret(["contract.example.com/hold"]));
      const other = await client().create(configMap());
      await client().deleteAllOf(Secret, { namespace });
      expect(await client().get(Secret, free.metadata)).toBeUndefined();
      const { metadata } = await client().getOrThrow(Secret, held.metadata);
      expect(metadata.deletionTimestamp).toBeDefined();
      expect(await client().get(ConfigMap, other.metadata)).toBeDefined();
      await client().patch(Secret, held.metadata, mergePatch({ metadata: { finalizers: null } }));
      expect((await client().list(Secret, { namespace })).items).toEqual([]);
    });

    test("with a dry run takes nothing away", async () => {
      const labels = { set: newName() };
      const created = await client().create(configMap({}, { labels }));
      await client().deleteAllOf(ConfigMap, { namespace, labels, dryRun: true });
      expect(await client().get(ConfigMap, created.metadata)).toBeDefined();
    });

    test("does not begin after its signal, nor with a selector that is none", async () => {
      const created = await client().create(configMap());
      const signal = AbortSignal.abort(new Error("too late"));
      await expect(client().deleteAllOf(ConfigMap, { namespace, signal })).rejects.toThrow("too late");
      expect(await refusal(client().deleteAllOf(ConfigMap, { namespace, labels: "a in (" }))).toBe("400 BadRequest");
      expect(await client().get(ConfigMap, created.metadata)).toBeDefined();
    });

    test("of a namespaced kind wants one namespace", async () => {
      const created = await client().create(configMap());
      for (const options of [undefined, {}, { namespace: "" }]) {
        await expect(client().deleteAllOf(ConfigMap, options)).rejects.toMatchObject({
          code: "cluster/invalid-request",
          message: expect.stringContaining("deleteAllOf() needs a namespace: ") as string,
        });
      }
      expect(await client().get(ConfigMap, created.metadata)).toBeDefined();
    });
  });

  describe("delete", () => {
    test("takes the object away; one that is gone is no error", async () => {
      const created = await client().create(configMap());
      await client().delete(ConfigMap, created.metadata);
      expect(await client().get(ConfigMap, created.metadata)).toBeUndefined();
      await client().delete(ConfigMap, created.metadata);
    });

    test("waits for finalizers", async () => {
      const created = await client().create(part({}, { finalizers: ["contract.example.com/hold"] }));
      await client().delete(Part, created.metadata);
      const held = await client().getOrThrow(Part, created.metadata);
      expect(held.metadata.deletionTimestamp).toBeDefined();
      await client().update({ ...held, metadata: { ...held.metadata, finalizers: [] } });
      expect(await client().get(Part, created.metadata)).toBeUndefined();
    });

    test("of another object than the one that is meant is refused", async () => {
      const created = await client().create(configMap());
      const uid = "11111111-2222-4333-8444-555555555555";
      expect(await refusal(client().delete(ConfigMap, created.metadata, { preconditions: { uid } }))).toBe(
        "409 Conflict",
      );
      expect(await client().get(ConfigMap, created.metadata)).toBeDefined();
    });

    test("with a dry run takes nothing away", async () => {
      const created = await client().create(configMap());
      await client().delete(ConfigMap, created.metadata, { dryRun: true });
      expect(await client().get(ConfigMap, created.metadata)).toBeDefined();
    });

    test.runIf(collectsGarbage)(
      "takes dependents along once their last owner is gone, unless they are orphaned",
      async () => {
        const [first, second] = [await client().create(part()), await client().create(part())];
        const owners = [first, second].map(({ apiVersion, kind, metadata: { name, uid = "" } }) => ({
          apiVersion,
          kind,
          name,
          uid,
        }));
        const dependent = await client().create(configMap({}, { ownerReferences: owners }));
        const orphan = await client().create(configMap({}, { ownerReferences: owners.slice(0, 1) }));
        await client().delete(Part, first.metadata, { propagationPolicy: "Orphan" });
        expect(await client().get(ConfigMap, orphan.metadata)).toBeDefined();
        expect(await client().get(ConfigMap, dependent.metadata)).toBeDefined();
        await client().delete(Part, second.metadata);
        await eventually(async () => expect(await client().get(ConfigMap, dependent.metadata)).toBeUndefined());
      },
    );

    test("counts as a generation while finalizers hold the object, and lets no new ones in", async () => {
      const created = await client().create(part({}, { finalizers: ["contract.example.com/hold"] }));
      await client().delete(Part, created.metadata);
      const held = await client().getOrThrow(Part, created.metadata);
      expect(held.metadata).toMatchObject({ generation: 2, deletionGracePeriodSeconds: 0 });
      const finalizers = ["contract.example.com/hold", "contract.example.com/more"];
      const more = { ...held, metadata: { ...held.metadata, finalizers } };
      expect(await refusal(client().update(more))).toBe("422 Invalid");
      await client().delete(Part, created.metadata);
      expect(await client().getOrThrow(Part, created.metadata)).toEqual(held);
    });

    test("happens with the patch that takes the last finalizer, which returns the object once more", async () => {
      const created = await client().create(part({ size: 1 }, { finalizers: ["contract.example.com/hold"] }));
      await client().delete(Part, created.metadata);
      const patch = mergePatch({ metadata: { finalizers: null } });
      expect((await client().patch(Part, created.metadata, patch)).spec).toEqual({ size: 1 });
      expect(await client().get(Part, created.metadata)).toBeUndefined();
    });

    test("of another state than the one that is meant is refused", async () => {
      const created = await client().create(part({ size: 1 }));
      const { resourceVersion = "", uid = "" } = created.metadata;
      await client().update({ ...created, spec: { size: 2 } });
      const stale = client().delete(Part, created.metadata, { preconditions: { resourceVersion } });
      expect(await refusal(stale)).toBe("409 Conflict");
      await client().delete(Part, created.metadata, { preconditions: { uid } });
      expect(await client().get(Part, created.metadata)).toBeUndefined();
    });

    const ownedBy = ({ apiVersion, kind, metadata }: KubeObject): OwnerReference => {
      const { name, uid = "" } = metadata;
      return { apiVersion, kind, name, uid, blockOwnerDeletion: true };
    };

    test.runIf(collectsGarbage)("in the foreground waits for the dependents that block it", async () => {
      const owner = await client().create(part());
      const metadata = { ownerReferences: [ownedBy(owner)], finalizers: ["contract.example.com/hold"] };
      const dependent = await client().create(configMap({}, metadata));
      await client().delete(Part, owner.metadata, { propagationPolicy: "Foreground" });
      const held = await client().getOrThrow(Part, owner.metadata);
      expect(held.metadata.finalizers).toEqual(["foregroundDeletion"]);
      await client().patch(ConfigMap, dependent.metadata, mergePatch({ metadata: { finalizers: null } }));
      await eventually(async () => expect(await client().get(Part, owner.metadata)).toBeUndefined());
      expect(await client().get(ConfigMap, dependent.metadata)).toBeUndefined();
    });

    test.runIf(collectsGarbage)("reaches dependents of dependents", async () => {
      const owner = await client().create(part());
      const middle = await client().create(part({}, { ownerReferences: [ownedBy(owner)] }));
      const last = await client().create(configMap({}, { ownerReferences: [ownedBy(middle)] }));
      await client().delete(Part, owner.metadata);
      await eventually(async () => expect(await client().get(ConfigMap, last.metadata)).toBeUndefined());
    });
  });
}
