import { describe, expect, test } from "vitest";
import type { LiveClient } from "../../src/kube/client.js";
import type { Kind } from "../../src/kube/objects.js";
import { ConfigMap } from "../../src/k8s/core/v1.js";
import { newName, type Subject } from "./subject.js";

/** What a caller without types, or with a cast too many, gives to a client. */
export function unfitInputContract({ client, namespace }: Subject): void {
  const metadata = { name: newName(), namespace };
  const unfit: [string, unknown, string][] = [
    ["nothing", undefined, "got undefined instead of an object"],
    ["null", null, "got null instead of an object"],
    ["a list", [], "got a list instead of an object"],
    ["a text", "bar", "got bar instead of an object"],
    ["an empty object", {}, "got an object without kind"],
    ["no kind", { apiVersion: "v1", metadata }, `got an object without kind (its name is "${metadata.name}")`],
    ["an empty kind", { apiVersion: "v1", kind: "", metadata }, "got an object without kind"],
    ["no apiVersion", { kind: "ConfigMap", metadata }, "got a ConfigMap without apiVersion"],
    ["a number for apiVersion", { apiVersion: 1, kind: "ConfigMap", metadata }, "got a ConfigMap without apiVersion"],
    ["an impossible apiVersion", { apiVersion: "a/b/c", kind: "Bar", metadata }, 'got a Bar of apiVersion "a/b/c"'],
    ["no version", { apiVersion: "apps/", kind: "Bar", metadata }, 'got a Bar of apiVersion "apps/"'],
    ["no metadata", { apiVersion: "v1", kind: "ConfigMap" }, "got a ConfigMap without metadata"],
    ["no name", { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace } }, "without metadata.name"],
    ["an empty name", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "", namespace } }, "metadata.name"],
    ["a number for a name", { apiVersion: "v1", kind: "ConfigMap", metadata: { name: 1, namespace } }, "metadata.name"],
  ];
  const methods: [string, (client: LiveClient, object: never) => Promise<unknown>][] = [
    ["create", (each, object) => each.create(object)],
    ["update", (each, object) => each.update(object)],
    ["apply", (each, object) => each.apply(object)],
    ["status.update", (each, object) => each.status.update(object)],
    ["status.apply", (each, object) => each.status.apply(object)],
  ];
  describe.each(methods)("%s", (_method, call) => {
    test.each(unfit)("says what it wants when it gets %s", async (_what, object, message) => {
      await expect(call(client(), object as never)).rejects.toMatchObject({
        code: "cluster/invalid-request",
        message: expect.stringContaining(message) as string,
        hint: expect.any(String) as string,
      });
    });
  });

  const noKind = undefined as unknown as Kind;
  const key = { namespace, name: "a" };
  test.each<[string, () => Promise<unknown>]>([
    ["get", () => client().get(noKind, key)],
    ["getOrThrow", () => client().getOrThrow(noKind, key)],
    ["list", () => client().list(noKind)],
    ["patch", () => client().patch(noKind, key, { type: "merge", body: {} })],
    ["delete", () => client().delete(noKind, key)],
    ["status.patch", () => client().status.patch(noKind, key, { type: "merge", body: {} })],
    ["watch", () => client().watch(noKind)[Symbol.asyncIterator]().next()],
  ])("%s of a kind that is undefined says so", async (_method, call) => {
    await expect(call()).rejects.toMatchObject({ code: "cluster/invalid-request", message: "undefined is not a kind" });
  });

  test("a review is created without a name, because it is never stored", async () => {
    const review = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview", metadata: {} };
    await expect(client().create(review)).resolves.toMatchObject({ kind: "SelfSubjectReview" });
  });

  test("get without a name asks for no object called undefined", async () => {
    const key = { namespace } as { namespace: string; name: string };
    await expect(client().get(ConfigMap, key)).rejects.toThrow("undefined cannot be the name of an object");
  });
}
