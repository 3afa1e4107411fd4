/** What `createOrUpdate` and `createOrPatch` do, on every client. */
import { describe, expect, test } from "vitest";
import {
  addFinalizer,
  createOrPatch,
  createOrUpdate,
  isAlreadyExists,
  mergePatch,
  setControllerReference,
  setOwnerReference,
} from "../../../src/index.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { Part } from "../../contract/subject.js";
import { before, blind, counting, finalizer, other } from "./watched-client.js";
import type { ObjectSubject } from "./object-contract.js";

export function createOrUpdateContract({ client, configMap, part, read, touch }: ObjectSubject): void {
  describe.each([
    ["createOrUpdate", createOrUpdate],
    ["createOrPatch", createOrPatch],
  ] as const)("%s", (name, createOr) => {
    const verb = name === "createOrUpdate" ? "update" : "patch";
    const setColour = (map: ConfigMap): void => void (map.data = { ...map.data, colour: "blue" });

    test("creates a missing object, changes an existing one, and writes nothing without a difference", async () => {
      const { client: counted, writes } = counting(client());
      const wanted = configMap({ size: "1" });
      expect(await createOr(counted, wanted, setColour)).toMatchObject({
        result: "created",
        object: { data: { size: "1", colour: "blue" } },
      });
      const { result, object } = await createOr(counted, wanted, setColour);
      expect({ result, object }).toEqual({ result: "unchanged", object: await read(wanted) });
      expect(await createOr(counted, wanted, (map) => void (map.data = { ...map.data, colour: "red" }))).toMatchObject({
        result: "updated",
        object: { data: { size: "1", colour: "red" } },
      });
      expect(writes).toEqual(["create", verb]);
      expect(wanted).not.toHaveProperty("metadata.uid");
    });

    test("waits for a mutation that is asynchronous, and takes fields away", async () => {
      const map = await client().create(configMap({ a: "1", b: "2" }));
      const drop = async (draft: ConfigMap): Promise<void> => {
        await Promise.resolve();
        delete draft.data!["a"];
      };
      expect(await createOr(client(), map, drop)).toMatchObject({ result: "updated" });
      expect((await read(map)).data).toEqual({ b: "2" });
    });

    test("takes empty metadata for absent", async () => {
      const map = await client().create(configMap());
      const { client: counted, writes } = counting(client());
      const tidy = ({ metadata }: ConfigMap): void =>
        void Object.assign(metadata, { labels: {}, annotations: {}, finalizers: [], ownerReferences: [] });
      expect(await createOr(counted, map, tidy)).toMatchObject({ result: "unchanged" });
      expect(writes).toEqual([]);
    });

    test("reports unchanged if the API server sees no difference", async () => {
      const map = await client().create(configMap());
      // An empty map.
      expect(await createOr(client(), map, (draft) => void (draft.binaryData = {}))).toMatchObject({});
      const { metadata } = await read(map);
      expect(metadata.uid).toBe(map.metadata.uid);
    });

    test("reads again when another client creates it at the same time", async () => {
      const wanted = configMap();
      const raced = before(client(), "create", () => client().create({ ...wanted, data: { theirs: "1" } }));
      expect(await createOr(raced, wanted, setColour)).toMatchObject({ result: "updated" });
      expect((await read(wanted)).data).toEqual({ theirs: "1", colour: "blue" });
    });

    test("loses no concurrent write of another client", async () => {
      const map = await client().create(configMap({ a: "1" }));
      const raced = before(client(), verb, () => touch(map));
      expect(await createOr(raced, map, setColour)).toMatchObject({ result: "updated" });
      expect((await read(map)).data).toEqual({ a: "1", touched: "yes", colour: "blue" });
    });

    test("creates it again when another client deletes it at the same time", async () => {
      const map = await client().create(configMap({ a: "1" }));
      const raced = before(client(), verb, () => client().delete(ConfigMap, map.metadata));
      const wanted = configMap({}, { name: map.metadata.name });
      expect(await createOr(raced, wanted, setColour)).toMatchObject({ result: "created" });
      expect((await read(map)).data).toEqual({ colour: "blue" });
    });

    test("replaces no list that another client changed since", async () => {
      const map = await client().create(configMap({}, { finalizers: [other] }));
      const add = (draft: ConfigMap): void => void addFinalizer(draft, finalizer);
      const more = [other, "third.example.com/x"];
      const raced = before(client(), verb, () =>
        client().patch(ConfigMap, map.metadata, mergePatch({ metadata: { finalizers: more } })),
      );
      await createOr(raced, map, add);
      expect((await read(map)).metadata.finalizers).toEqual([...more, finalizer]);
      await client().patch(ConfigMap, map.metadata, mergePatch({ metadata: { finalizers: null } }));
    });

    // F25
    test("lets two writers race", async () => {
      const wanted = configMap();
      const write = (key: string) =>
        createOr(client(), wanted, (map) => void (map.data = { ...map.data, [key]: "set" }));
      await Promise.all(["a", "b", "c"].map(write));
      expect((await read(wanted)).data).toEqual({ a: "set", b: "set", c: "set" });
    });

    test("gives up a race that it keeps losing", async () => {
      const map = await client().create(configMap());
      const raced = blind(client(), undefined);
      const error: unknown = await createOr(raced, configMap({}, { name: map.metadata.name }), setColour).catch(
        (reason: unknown) => reason,
      );
      expect(isAlreadyExists(error)).toBe(true);
    });

    test.each<[string, (draft: ConfigMap) => unknown]>([
      ["metadata.name", ({ metadata }) => (metadata.name = "another")],
      ["metadata.namespace", ({ metadata }) => (metadata.namespace = "another")],
      ["metadata.namespace", ({ metadata }) => delete metadata.namespace],
      ["metadata.uid", ({ metadata }) => (metadata.uid = "1")],
      ["metadata.resourceVersion", ({ metadata }) => (metadata.resourceVersion = "1")],
      ["metadata.generateName", ({ metadata }) => (metadata.generateName = "x-")],
      ["kind", (draft) => Object.assign(draft, { kind: "Secret" })],
      ["apiVersion", (draft) => Object.assign(draft, { apiVersion: "v2" })],
      ["status", (draft) => Object.assign(draft, { status: { phase: "x" } })],
      ["metadata", (draft) => Object.assign(draft, { metadata: null })],
    ])("refuses a mutation of %s, and writes nothing", async (field, change) => {
      const { client: counted, writes } = counting(client());
      for (const map of [await client().create(configMap()), configMap()]) {
        await expect(createOr(counted, map, change)).rejects.toMatchObject({
          code: "runtime/invalid-mutation",
          message: expect.stringContaining(field) as string,
        });
      }
      expect(writes).toEqual([]);
    });

    test("passes on what the mutation throws, and what the API server refuses", async () => {
      const { client: counted, writes } = counting(client());
      const fail = (): never => {
        throw new Error("no idea");
      };
      await expect(createOr(counted, configMap(), fail)).rejects.toThrow("no idea");
      expect(writes).toEqual([]);
      await expect(createOr(counted, configMap({}, { name: "" }), setColour)).rejects.toMatchObject({
        code: "cluster/invalid-request",
      });
      const signal = AbortSignal.abort(new Error("stopped"));
      await expect(createOr(counted, configMap(), setColour, { signal })).rejects.toThrow("stopped");
    });

    test("stores nothing in a dry run", async () => {
      const map = await client().create(configMap());
      expect(await createOr(client(), map, setColour, { dryRun: true })).toMatchObject({ result: "updated" });
      expect((await read(map)).metadata.resourceVersion).toBe(map.metadata.resourceVersion);
    });

    test("makes an owner the controller", async () => {
      const owner = await client().create(part());
      const wanted = configMap();
      const own = (map: ConfigMap): void => setControllerReference(owner, map);
      expect((await createOr(client(), wanted, own)).result).toBe("created");
      expect((await createOr(client(), wanted, own)).result).toBe("unchanged");
      const share = (map: ConfigMap): void => setOwnerReference(owner, map, { blockOwnerDeletion: false });
      expect((await createOr(client(), wanted, share)).object.metadata.ownerReferences).toEqual([
        expect.objectContaining({ uid: owner.metadata.uid, controller: true, blockOwnerDeletion: false }),
      ]);
    });
  });

  // F39
  describe("an object with a number beyond 2^53", () => {
    const big = 2 ** 60;

    test("is patched by createOrUpdate", async () => {
      const held = await client().create(part({ size: big }));
      const { client: counted, writes } = counting(client());
      const tag = (draft: Part): void => void (draft.spec = { ...draft.spec, tags: ["x"] });
      expect(await createOrUpdate(counted, held, tag)).toMatchObject({ result: "updated" });
      expect(writes).toEqual(["patch"]);
      expect(await client().get(Part, held.metadata)).toMatchObject({ spec: { size: big, tags: ["x"] } });
    });
  });
}
