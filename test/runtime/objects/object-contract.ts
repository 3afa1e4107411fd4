/** What the functions that reconcilers write objects with do, on every client. */
import { beforeAll, describe, expect, test } from "vitest";
import {
  applyIfDifferent,
  isConflict,
  type KubeObject,
  type LiveClient,
  mergePatch,
  updateStatusIfChanged,
} from "../../../src/index.js";
import { ConfigMap } from "../../../src/k8s/core/v1.js";
import { createSubject, Part, type Subject } from "../../contract/subject.js";
import { createOrUpdateContract } from "./create-or-update-contract.js";
import { finalizerContract } from "./finalizer-contract.js";
import { counting, finalizer, other } from "./watched-client.js";

export interface ObjectContractOptions {
  readonly createClient: () => Promise<LiveClient>;
  readonly namespace: string;
}

/** What the parts of the contract are about. */
export interface ObjectSubject extends Pick<Subject, "client" | "configMap" | "part"> {
  readonly read: (object: KubeObject) => Promise<ConfigMap>;
  /** Changes the object as another client. */
  readonly touch: (object: KubeObject) => Promise<unknown>;
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

  const subject = { client, configMap, part, read, touch };
  createOrUpdateContract(subject);

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

    test("preserves the fields of other managers, and removes its own", async () => {
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
    test("applies new or different fields, and otherwise sends nothing", async () => {
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

  finalizerContract(subject);
}
