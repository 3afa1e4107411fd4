import { describe, expect, test } from "vitest";
import { mergePatch } from "../../src/kube/client.js";
import type { KubeObject, OwnerReference } from "../../src/kube/objects.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { eventually } from "../support/shell.js";
import { Part, refusal, type Subject } from "./subject.js";

export function deletionsContract({ client, configMap, part, collectsGarbage }: Subject): void {
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
