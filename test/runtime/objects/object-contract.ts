/** What the functions that reconcilers write objects with do, on every client. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  addFinalizer,
  applyIfDifferent,
  type Client,
  createOrPatch,
  createOrUpdate,
  done,
  isAlreadyExists,
  isConflict,
  type KubeObject,
  type LiveClient,
  mergePatch,
  requeueAfter,
  setControllerReference,
  setOwnerReference,
  updateStatusIfChanged,
  withFinalizer,
} from "../../../src/index.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { createSubject, Part } from "../../contract/subject.js";

export interface ObjectContractOptions {
  readonly createClient: () => Promise<LiveClient>;
  readonly namespace: string;
}

const finalizer = "contract.example.com/bucket";
const other = "elsewhere.example.com/hold";

/** A client that tells of each call before it reaches the real one, which waits for the answer. */
function watched(client: Client, onCall: (verb: string) => unknown): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name !== "string") return value;
      return async (...args: unknown[]) => {
        await onCall(name);
        return Reflect.apply(value as (...all: unknown[]) => unknown, target, args);
      };
    },
  });
}

/** A client that lets a test do something just before a call reaches the real one, once. */
function before(client: Client, verb: "create" | "update" | "patch", act: () => Promise<unknown>): Client {
  let isFirst = true;
  return watched(client, (called) => {
    if (called !== verb || !isFirst) return undefined;
    isFirst = false;
    return act();
  });
}

/** A client that counts what it writes. */
function counting(client: Client): { client: Client; writes: string[] } {
  const writes: string[] = [];
  const counted = watched(client, (verb) => {
    if (["create", "update", "patch", "apply", "delete"].includes(verb)) writes.push(verb);
  });
  return { client: counted, writes };
}

/** A client whose cache stays behind: it always reads this. */
function blind(client: Client, object: KubeObject | undefined): Client {
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (name === "get") return () => Promise.resolve(object);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}

export function objectContract({ createClient, namespace }: ObjectContractOptions): void {
  let live: LiveClient | undefined;
  const client = (): LiveClient => live!;
  const { configMap, part } = createSubject(client, { namespace, collectsGarbage: false });
  beforeAll(async () => {
    live = await createClient();
  });
  const read = (object: KubeObject): Promise<ConfigMap> => client().getOrThrow(ConfigMap, object.metadata);
  const touch = (object: KubeObject): Promise<unknown> =>
    client().patch(ConfigMap, object.metadata, mergePatch({ data: { touched: "yes" } }));

  describe.each([
    ["createOrUpdate", createOrUpdate],
    ["createOrPatch", createOrPatch],
  ] as const)("%s", (name, createOr) => {
    const verb = name === "createOrUpdate" ? "update" : "patch";
    const setColour = (map: ConfigMap): void => void (map.data = { ...map.data, colour: "blue" });

    test("creates what is not there, changes what is, and writes nothing when nothing differs", async () => {
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

    test("says unchanged of what the API server finds equal", async () => {
      const map = await client().create(configMap());
      // A map of which nothing is set.
      expect(await createOr(client(), map, (draft) => void (draft.binaryData = {}))).toMatchObject({});
      const { metadata } = await read(map);
      expect(metadata.uid).toBe(map.metadata.uid);
    });

    test("reads again when somebody creates it at the same time", async () => {
      const wanted = configMap();
      const raced = before(client(), "create", () => client().create({ ...wanted, data: { theirs: "1" } }));
      expect(await createOr(raced, wanted, setColour)).toMatchObject({ result: "updated" });
      expect((await read(wanted)).data).toEqual({ theirs: "1", colour: "blue" });
    });

    test("loses nothing when somebody writes at the same time", async () => {
      const map = await client().create(configMap({ a: "1" }));
      const raced = before(client(), verb, () => touch(map));
      expect(await createOr(raced, map, setColour)).toMatchObject({ result: "updated" });
      expect((await read(map)).data).toEqual({ a: "1", touched: "yes", colour: "blue" });
    });

    test("creates it again when somebody deletes it at the same time", async () => {
      const map = await client().create(configMap({ a: "1" }));
      const raced = before(client(), verb, () => client().delete(ConfigMap, map.metadata));
      const wanted = configMap({}, { name: map.metadata.name });
      expect(await createOr(raced, wanted, setColour)).toMatchObject({ result: "created" });
      expect((await read(map)).data).toEqual({ colour: "blue" });
    });

    test("replaces no list that somebody else changed since", async () => {
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

  describe("updateStatusIfChanged", () => {
    const set = (phase: string) => (draft: Part) => void (draft.status = { ...draft.status, phase });

    test("writes a status that differs, and only that", async () => {
      const created = await client().create(part({ size: 1 }));
      await client().patch(Part, created.metadata, mergePatch({ spec: { size: 2 } }));
      // The spec has changed since it was read: no conflict, and no way back.
      const { result, object } = await updateStatusIfChanged(client(), created, set("Ready"));
      expect(result).toBe("updated");
      expect(object).toMatchObject({ spec: { size: 2 }, status: { phase: "Ready" } });
      expect(created).not.toHaveProperty("status");
      const again = await updateStatusIfChanged(client(), object, set("Ready"));
      expect(again).toEqual({ result: "unchanged", object });
    });

    test("leaves fields alone that others set, and takes away its own", async () => {
      const created = await client().create(part());
      const first = await updateStatusIfChanged(client(), created, set("Ready"));
      await client().status.patch(Part, created.metadata, mergePatch({ status: { detail: "theirs" } }));
      const drop = (draft: Part): boolean => delete draft.status!.phase;
      const { object } = await updateStatusIfChanged(client(), first.object, drop);
      expect(object.status).toEqual({ detail: "theirs" });
    });

    test("refuses a mutation of anything else", async () => {
      const created = await client().create(part({ size: 1 }));
      await expect(
        updateStatusIfChanged(client(), created, (draft) => void (draft.spec = { size: 2 })),
      ).rejects.toMatchObject({ code: "runtime/invalid-mutation" });
      await expect(
        updateStatusIfChanged(client(), created, ({ metadata }) => void (metadata.labels = { a: "b" })),
      ).rejects.toMatchObject({ code: "runtime/invalid-mutation" });
    });

    test("fails when the object is gone", async () => {
      await expect(updateStatusIfChanged(client(), part(), set("Ready"))).rejects.toMatchObject({ statusCode: 404 });
    });
  });

  describe("applyIfDifferent", () => {
    test("applies what is new or differs, and sends nothing otherwise", async () => {
      const { client: counted, writes } = counting(client());
      const wanted = configMap({ a: "1", b: "2" }, { labels: { app: "x" } });
      expect((await applyIfDifferent(counted, wanted)).result).toBe("created");
      expect((await applyIfDifferent(counted, wanted)).result).toBe("unchanged");
      expect(writes).toEqual(["apply"]);
      expect((await applyIfDifferent(counted, { ...wanted, data: { b: "2", a: "3" } })).result).toBe("updated");
      expect((await read(wanted)).data).toEqual({ a: "3", b: "2" });
      expect(writes).toEqual(["apply", "apply"]);
    });

    test("does not mind what others have added, nor the order of keys", async () => {
      const wanted = configMap({ a: "1", b: "2" }, { finalizers: [finalizer], labels: {} });
      await applyIfDifferent(client(), wanted);
      await client().patch(
        ConfigMap,
        wanted.metadata,
        mergePatch({ data: { c: "3" }, metadata: { labels: { x: "y" }, finalizers: [other, finalizer] } }),
      );
      const { client: counted, writes } = counting(client());
      await applyIfDifferent(counted, { ...wanted, data: { b: "2", a: "1" } });
      expect(writes).toEqual([]);
      await client().patch(ConfigMap, wanted.metadata, mergePatch({ metadata: { finalizers: null } }));
    });

    test("takes away a field that is not named any more", async () => {
      const wanted = configMap({ a: "1", b: "2" });
      await applyIfDifferent(client(), wanted);
      expect((await applyIfDifferent(client(), { ...wanted, data: { a: "1" } })).result).toBe("updated");
      expect((await read(wanted)).data).toEqual({ a: "1" });
    });

    test("mends what others have changed, when it may", async () => {
      const wanted = configMap({ a: "1" });
      await applyIfDifferent(client(), wanted);
      await client().patch(ConfigMap, wanted.metadata, mergePatch({ data: { a: "2" } }), { fieldManager: "else" });
      const error: unknown = await applyIfDifferent(client(), wanted).catch((reason: unknown) => reason);
      expect(isConflict(error)).toBe(true);
      expect((await applyIfDifferent(client(), wanted, { force: true })).object.data).toEqual({ a: "1" });
    });

    test("lets two managers apply parts of one object", async () => {
      const [a, b] = [{ fieldManager: "a" }, { fieldManager: "a manager with a long name, and spaces in it" }];
      const wanted = configMap({ a: "1" });
      await applyIfDifferent(client(), wanted, a);
      await applyIfDifferent(client(), { ...wanted, data: { b: "1" } }, b);
      const { client: counted, writes } = counting(client());
      await applyIfDifferent(counted, wanted, a);
      await applyIfDifferent(counted, { ...wanted, data: { b: "1" } }, b);
      expect(writes).toEqual([]);
      expect((await read(wanted)).data).toEqual({ a: "1", b: "1" });
    });

    test("says unchanged when the API server finds that nothing changes", async () => {
      const wanted = part({ tags: ["a"], nested: {} });
      await applyIfDifferent(client(), wanted);
      await client().patch(Part, wanted.metadata, mergePatch({ spec: { tags: ["a", "b"] } }), {
        fieldManager: "else",
      });
      expect((await applyIfDifferent(client(), wanted, { force: true })).object.spec?.tags).toEqual(["a"]);
    });
  });

  describe("withFinalizer", () => {
    const options = (calls: string[], more: object = {}) => ({
      finalizer,
      cleanUp: () => Promise.resolve(void calls.push("cleanUp")),
      reconcile: ({ metadata }: Part) => {
        calls.push(`reconcile with ${metadata.finalizers?.join() ?? "none"}`);
        return Promise.resolve(requeueAfter(5));
      },
      ...more,
    });
    const find = (object: Part): Promise<Part | undefined> => client().get(Part, object.metadata);
    const deleted = async (finalizers: string[] = [finalizer]): Promise<Part> => {
      const created = await client().create(part({}, { finalizers }));
      await client().delete(Part, created.metadata);
      return client().getOrThrow(Part, created.metadata);
    };

    test("holds the object before anything else, then reconciles", async () => {
      const calls: string[] = [];
      const created = await client().create(part({ size: 1 }, { finalizers: [other] }));
      expect(await withFinalizer(client(), created, options(calls))).toEqual(requeueAfter(5));
      const stored = await client().getOrThrow(Part, created.metadata);
      expect(stored.metadata.finalizers).toEqual([other, finalizer]);
      const { client: counted, writes } = counting(client());
      await withFinalizer(counted, stored, options(calls));
      expect(calls).toEqual(Array(2).fill(`reconcile with ${other},${finalizer}`));
      expect(writes).toEqual([]);
      expect(created.metadata.finalizers).toEqual([other]);
    });

    test("cleans up once, then lets the object go", async () => {
      const calls: string[] = [];
      const object = await deleted();
      expect(await withFinalizer(client(), object, options(calls))).toEqual(done());
      expect(await find(object)).toBeUndefined();
      expect(calls).toEqual(["cleanUp"]);
    });

    test("never removes the finalizer when the clean-up fails", async () => {
      const object = await deleted();
      const calls: string[] = [];
      const failing = options(calls, { cleanUp: () => Promise.reject(new Error("bucket is not empty")) });
      for (let run = 0; run < 3; run += 1) {
        await expect(withFinalizer(client(), object, failing)).rejects.toThrow("bucket is not empty");
        expect((await find(object))?.metadata.finalizers).toEqual([finalizer]);
      }
      const throwing = options(calls, {
        cleanUp: () => {
          throw new Error("at once");
        },
      });
      await expect(withFinalizer(client(), object, throwing)).rejects.toThrow("at once");
      expect((await find(object))?.metadata.resourceVersion).toBe(object.metadata.resourceVersion);
      await withFinalizer(client(), object, options(calls));
      expect(await find(object)).toBeUndefined();
    });

    test("keeps the finalizer while the clean-up is not finished", async () => {
      const object = await deleted();
      const slow = options([], { cleanUp: () => Promise.resolve(requeueAfter(1_000)) });
      expect(await withFinalizer(client(), object, slow)).toEqual(requeueAfter(1_000));
      expect((await find(object))?.metadata.finalizers).toEqual([finalizer]);
    });

    test("leaves the finalizers of others, also of those who write at the same time", async () => {
      const calls: string[] = [];
      const object = await deleted([finalizer, other]);
      const raced = before(client(), "patch", () =>
        client().patch(Part, object.metadata, mergePatch({ metadata: { labels: { late: "yes" } } })),
      );
      await withFinalizer(raced, object, options(calls));
      expect((await find(object))?.metadata).toMatchObject({ finalizers: [other], labels: { late: "yes" } });
      await withFinalizer(client(), object, options(calls, { finalizer: other }));
      expect(await find(object)).toBeUndefined();
      expect(calls).toEqual(["cleanUp", "cleanUp"]);
    });

    test("does nothing for a deleted object that lacks it", async () => {
      const calls: string[] = [];
      const object = await deleted([other]);
      expect(await withFinalizer(client(), object, options(calls))).toEqual(done());
      expect(calls).toEqual([]);
      expect((await find(object))?.metadata.finalizers).toEqual([other]);
    });

    test("does nothing for an object that goes meanwhile, or is replaced", async () => {
      const calls: string[] = [];
      const object = await client().create(part());
      await client().delete(Part, object.metadata);
      expect(await withFinalizer(client(), object, options(calls))).toEqual(done());
      await client().create(part({}, { name: object.metadata.name }));
      expect(await withFinalizer(client(), object, options(calls))).toEqual(done());
      expect(calls).toEqual([]);
      expect((await find(object))?.metadata.finalizers).toBeUndefined();
    });

    test("cleans up instead when the object is deleted while the finalizer is being added", async () => {
      const calls: string[] = [];
      const object = await client().create(part({}, { finalizers: [other] }));
      const raced = before(client(), "patch", () => client().delete(Part, object.metadata));
      expect(await withFinalizer(raced, object, options(calls))).toEqual(done());
      expect(calls).toEqual([]); // nothing was made, and none of our finalizers is there
      expect((await find(object))?.metadata.finalizers).toEqual([other]);
    });

    test("adds to the finalizers that others add at the same time", async () => {
      const calls: string[] = [];
      const object = await client().create(part());
      const add = (name: string) => withFinalizer(client(), object, options(calls, { finalizer: name }));
      await Promise.all([finalizer, other].map(add));
      expect((await find(object))?.metadata.finalizers?.toSorted()).toEqual([finalizer, other]);
    });

    test("reads an object again that has no resourceVersion", async () => {
      const calls: string[] = [];
      const created = await client().create(part({}, { finalizers: [other] }));
      const { name } = created.metadata;
      await withFinalizer(client(), part({}, { name }), options(calls));
      expect((await find(created))?.metadata.finalizers).toEqual([other, finalizer]);
    });

    test.each(["", "bucket", "/bucket", "abc.com/", "ABC.com/x", "a.com/b/c", "a b.com/c", `a.com/${"x".repeat(64)}`])(
      "refuses the name %j",
      async (name) => {
        const calls: string[] = [];
        await expect(withFinalizer(client(), part(), options(calls, { finalizer: name }))).rejects.toMatchObject({
          code: "runtime/invalid-finalizer",
        });
        expect(calls).toEqual([]);
      },
    );

    test("passes on that somebody else keeps winning", async () => {
      const object = await client().create(part());
      const refused = blind(client(), object);
      await client().patch(Part, object.metadata, mergePatch({ spec: { size: 5 } }));
      const error: unknown = await withFinalizer(refused, object, options([])).catch((reason: unknown) => reason);
      expect(isConflict(error)).toBe(true);
    });
  });
}
