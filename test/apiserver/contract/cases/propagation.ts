import type { ContractApi, ContractCase } from "../contract-case.js";
import { configMap, configMaps, createConfigMaps, metadataOnly } from "../sample-objects.js";

const uid = "11111111-2222-3333-4444-555555555555";
const held = { finalizers: ["example.com/hold"] };
/** Objects that the garbage collector may still change are shown by name only. */
const isGone = ({ status }: { status: number }): boolean => status === 404;

async function createOwned(api: ContractApi, blocks: boolean): Promise<void> {
  const owner = await api.post(configMaps, configMap("owner"), { record: false });
  const reference = {
    apiVersion: "v1",
    kind: "ConfigMap",
    name: "owner",
    uid: owner.body.metadata.uid,
    blockOwnerDeletion: blocks,
  };
  await api.post(configMaps, configMap("owned", {}, { ownerReferences: [reference] }), { record: false });
}

export const cases: readonly ContractCase[] = [
  {
    name: "propagation: background",
    async run(api) {
      await createOwned(api, false);
      await api.delete(`${configMaps}/owner`, { propagationPolicy: "Background" });
      await api.get(`${configMaps}/owner`);
      await api.until(`${configMaps}/owned`, isGone);
    },
  },
  {
    name: "propagation: a ConfigMap's default is background",
    async run(api) {
      await createOwned(api, true);
      await api.delete(`${configMaps}/owner`);
      await api.until(`${configMaps}/owned`, isGone);
    },
  },
  {
    name: "propagation: foreground waits for the owned",
    async run(api) {
      await createOwned(api, true);
      await api.patch(`${configMaps}/owned`, "merge", { metadata: held }, { record: false });
      await api.delete(`${configMaps}/owner`, { propagationPolicy: "Foreground" });
      await api.until(`${configMaps}/owned`, ({ body }) => body.metadata?.deletionTimestamp !== undefined);
      await api.get(`${configMaps}/owner`);
      await api.patch(`${configMaps}/owned`, "merge", { metadata: { finalizers: null } }, { record: false });
      await api.until(`${configMaps}/owner`, isGone);
    },
  },
  {
    name: "propagation: foreground does not wait for what does not block",
    async run(api) {
      await createOwned(api, false);
      await api.patch(`${configMaps}/owned`, "merge", { metadata: held }, { record: false });
      await api.delete(`${configMaps}/owner`, { propagationPolicy: "Foreground" });
      await api.until(`${configMaps}/owner`, isGone);
      await api.until(`${configMaps}/owned`, ({ body }) => body.metadata?.deletionTimestamp !== undefined);
    },
  },
  {
    name: "propagation: foreground in a circle",
    async run(api) {
      const names = ["one", "two", "three"];
      const objects = await createConfigMaps(api, ...names);
      for (const [index, name] of names.entries()) {
        const owner = objects.at(index - 1)!.body.metadata;
        const ownerReferences = [
          { apiVersion: "v1", kind: "ConfigMap", name: owner.name, uid: owner.uid, blockOwnerDeletion: true },
        ];
        await api.patch(`${configMaps}/${name}`, "merge", { metadata: { ownerReferences } }, { record: false });
      }
      await api.delete(`${configMaps}/one`, { propagationPolicy: "Foreground" }, { record: false });
      for (const name of names) await api.until(`${configMaps}/${name}`, isGone);
    },
  },
  {
    name: "propagation: orphan",
    async run(api) {
      await createOwned(api, true);
      await api.delete(`${configMaps}/owner`, { propagationPolicy: "Orphan" });
      await api.until(`${configMaps}/owner`, isGone);
      await api.until(`${configMaps}/owned`, ({ body }) => body.metadata?.ownerReferences === undefined);
    },
  },
  {
    name: "propagation: orphanDependents",
    async run(api) {
      await createOwned(api, true);
      await api.delete(`${configMaps}/owner?orphanDependents=true`);
      await api.until(`${configMaps}/owner`, isGone);
      await api.until(`${configMaps}/owned`, ({ body }) => body.metadata?.ownerReferences === undefined, {
        show: metadataOnly,
      });
    },
  },
  {
    name: "propagation: an owner that never was",
    async run(api) {
      const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "never", uid }];
      await api.post(configMaps, configMap("owned", {}, { ownerReferences }));
      await api.until(`${configMaps}/owned`, isGone);
    },
  },
  {
    name: "propagation: one of two owners goes",
    async run(api) {
      const [one, two] = await createConfigMaps(api, "one", "two");
      const ownerReferences = [one!, two!].map(({ body }) => ({
        apiVersion: "v1",
        kind: "ConfigMap",
        name: body.metadata.name,
        uid: body.metadata.uid,
      }));
      await api.post(configMaps, configMap("owned", {}, { ownerReferences }), { record: false });
      await api.delete(`${configMaps}/one`);
      await api.until(`${configMaps}/owned`, ({ body }) => body.metadata?.ownerReferences?.length === 1);
      await api.delete(`${configMaps}/two`);
      await api.until(`${configMaps}/owned`, isGone);
    },
  },
  {
    name: "propagation: a chain",
    async run(api) {
      await createOwned(api, true);
      const owned = await api.get(`${configMaps}/owned`, { record: false });
      const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owned", uid: owned.body.metadata.uid }];
      await api.post(configMaps, configMap("leaf", {}, { ownerReferences }), { record: false });
      await api.delete(`${configMaps}/owner`);
      await api.until(`${configMaps}/leaf`, isGone);
    },
  },
];
