import { beforeAll, describe, expect, test } from "vitest";
import { jsonPatch, mergePatch } from "../../src/kube/client.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { Pod, ServiceAccount } from "../../src/k8s/core/v1.js";
import { newName, Part, refusal, type Subject } from "./subject.js";

export function subresourcesContract({ client, namespace, part }: Subject): void {
  const missing = { namespace, name: newName() };

  describe("the scale", () => {
    const scale = () => client().subResource("scale");

    async function deployment(replicas?: number): Promise<Deployment> {
      const name = newName();
      const labels = { app: name };
      const template = { metadata: { labels }, spec: { containers: [{ name: "a", image: "a" }] } };
      return client().create<Deployment>({
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: { name, namespace },
        spec: { ...(replicas === undefined ? {} : { replicas }), selector: { matchLabels: labels }, template },
      });
    }

    test("of a deployment contains the desired and current replicas, and the selector", async () => {
      const { metadata } = await deployment(2);
      const { name, uid, resourceVersion, creationTimestamp } = metadata;
      expect(await scale().getOrThrow(Deployment, metadata)).toEqual({
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
        spec: { replicas: 2 },
        status: { replicas: 0, selector: `app=${name}` },
      });
      expect((await scale().getOrThrow(Deployment, (await deployment()).metadata)).spec).toEqual({ replicas: 1 });
    });

    test("is written by update, patch and apply, and the object with it", async () => {
      const { metadata } = await deployment(1);
      const replicas = async () => (await client().getOrThrow(Deployment, metadata)).spec.replicas;
      expect((await scale().update(Deployment, metadata, { spec: { replicas: 3 } })).spec).toEqual({ replicas: 3 });
      expect(await replicas()).toBe(3);
      await scale().patch(Deployment, metadata, mergePatch({ spec: { replicas: 4 } }));
      expect(await replicas()).toBe(4);
      await scale().patch(Deployment, metadata, jsonPatch([{ op: "replace", path: "/spec/replicas", value: 5 }]));
      expect(await replicas()).toBe(5);
      await scale().apply(Deployment, metadata, { spec: { replicas: 6 } }, { force: true });
      expect(await replicas()).toBe(6);
      await scale().update(Deployment, metadata, { spec: { replicas: 0 } });
      expect(await replicas()).toBe(0);
      expect((await scale().getOrThrow(Deployment, metadata)).spec).toEqual({});
    });

    test("of a custom resource is where its CRD says", async () => {
      const created = await client().create(part({ replicas: 2 }));
      const { spec } = await scale().update(Part, created.metadata, { spec: { replicas: 3 } });
      expect(spec).toEqual({ replicas: 3 });
      expect((await client().getOrThrow(Part, created.metadata)).spec).toEqual({ replicas: 3 });
      await client().status.update({ ...(await client().getOrThrow(Part, created.metadata)), status: { replicas: 1 } });
      expect((await scale().getOrThrow(Part, created.metadata)).status).toEqual({ replicas: 1 });
    });

    test("of a custom resource that has no number is an error", async () => {
      const created = await client().create(part());
      expect(await refusal(scale().getOrThrow(Part, created.metadata))).toBe("500 InternalError");
    });

    test("with a dry run stores nothing", async () => {
      const { metadata } = await deployment(1);
      const wanted = { spec: { replicas: 3 } };
      expect((await scale().update(Deployment, metadata, wanted, { dryRun: true })).spec).toEqual({ replicas: 3 });
      expect((await scale().getOrThrow(Deployment, metadata)).spec).toEqual({ replicas: 1 });
    });

    test("that another client changed is not overwritten", async () => {
      const { metadata } = await deployment(1);
      const read = await scale().getOrThrow(Deployment, metadata);
      await scale().update(Deployment, metadata, { spec: { replicas: 2 } });
      expect(await refusal(scale().update(Deployment, metadata, { ...read, spec: { replicas: 9 } }))).toBe(
        "409 Conflict",
      );
    });

    test("of an object that is not there is undefined, or refused", async () => {
      expect(await scale().get(Deployment, missing)).toBeUndefined();
      expect(await scale().get(Part, missing)).toBeUndefined();
      expect(await refusal(scale().getOrThrow(Deployment, missing))).toBe("404 NotFound");
      const wanted = { spec: { replicas: 1 } };
      expect(await refusal(scale().update(Deployment, missing, wanted))).toBe("404 NotFound");
      expect(await refusal(scale().patch(Deployment, missing, mergePatch(wanted)))).toBe("404 NotFound");
      expect(await refusal(scale().apply(Deployment, missing, wanted))).toBe("404 NotFound");
    });

    test.each<[string, unknown]>([
      ["nothing", undefined],
      ["null", null],
      ["a number", 3],
      ["a list", []],
    ])("takes %s for no body", async (_what, body) => {
      const { metadata } = await deployment(1);
      await expect(scale().update(Deployment, metadata, body as object)).rejects.toMatchObject({
        code: "cluster/invalid-request",
        message: expect.stringMatching(/^subResource\("scale"\).update got .* instead of an object$/) as string,
      });
    });
  });

  describe("an eviction", () => {
    const eviction = () => client().subResource("eviction");
    const pod = () =>
      client().create<Pod>({
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: newName(), namespace },
        spec: { containers: [{ name: "a", image: "a" }] },
      });

    beforeAll(async () => {
      // The API server admits no pod without its account, and the program that makes accounts may not run.
      const metadata = { name: "default", namespace };
      await client().apply<ServiceAccount>({ apiVersion: "v1", kind: "ServiceAccount", metadata });
    });

    test("takes a pod away", async () => {
      const { metadata } = await pod();
      expect(await eviction().create(Pod, metadata, {})).toMatchObject({ kind: "Status", status: "Success" });
      expect(await client().get(Pod, metadata)).toBeUndefined();
    });

    test("of a pod with another UID or a missing pod is rejected", async () => {
      const { metadata } = await pod();
      const preconditions = { uid: "11111111-2222-4333-8444-555555555555" };
      expect(await refusal(eviction().create(Pod, metadata, { deleteOptions: { preconditions } }))).toBe(
        "409 Conflict",
      );
      expect(await refusal(eviction().create(Pod, missing, {}))).toBe("404 NotFound");
      await eviction().create(Pod, metadata, {}, { dryRun: true });
      expect(await client().get(Pod, metadata)).toBeDefined();
    });

    test("cannot be read", async () => {
      const { metadata } = await pod();
      expect(await refusal(eviction().get(Pod, metadata))).toBe("405 MethodNotAllowed");
    });
  });

  test("a token is created for a service account, and not for a missing one", async () => {
    const token = client().subResource("token");
    const account: ServiceAccount = {
      apiVersion: "v1",
      kind: "ServiceAccount",
      metadata: { name: newName(), namespace },
    };
    await client().create(account);
    const spec = { audiences: ["vault"], expirationSeconds: 900 };
    const { status, ...rest } = await token.create(ServiceAccount, account.metadata, { spec });
    expect(rest).toMatchObject({ kind: "TokenRequest", spec });
    expect(status?.token).toMatch(/.{20}/);
    expect(Date.parse(status?.expirationTimestamp ?? "")).toBeGreaterThan(0);
    expect(await refusal(token.create(ServiceAccount, missing, { spec }))).toBe("404 NotFound");
  });

  test("the status can be had by its name, too", async () => {
    const status = client().subResource<Part>("status");
    const created = await client().create(part({ size: 1 }));
    const updated = await status.update(Part, created.metadata, { ...created, spec: {}, status: { phase: "A" } });
    expect(updated).toMatchObject({ spec: { size: 1 }, status: { phase: "A" } });
    await status.patch(Part, created.metadata, mergePatch({ status: { detail: "b" } }));
    await status.apply(Part, created.metadata, { status: { phase: "C" } }, { force: true });
    expect((await status.getOrThrow(Part, created.metadata)).status).toEqual({ phase: "C", detail: "b" });
  });
}
