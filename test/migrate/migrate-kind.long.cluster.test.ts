import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { type KubeObject, mergePatch } from "../../src/index.js";
import { CustomResourceDefinition } from "../../src/k8s/apiextensions/v1.js";
import { Deployment } from "../../src/k8s/apps/v1.js";
import { ConfigMap, Namespace } from "../../src/k8s/core/v1.js";
import { Event } from "../../src/k8s/events/v1.js";
import { eventually } from "../support/eventually.js";
import { hasControllerManager } from "../support/control-plane.js";
import { Bar, barCrd, Baz, newFinalizer, oldFinalizer } from "./bar-and-baz.js";
import { Testbed } from "./testbed.js";

/** The real server looks only every few seconds whether the objects of a CRD or of a namespace are gone. */

describe.skipIf(inject("embeddedServer") === undefined && !hasControllerManager())("a migration of a kind", () => {
  let bed: Testbed;

  beforeAll(async () => {
    bed = await Testbed.start();
  });
  afterAll(() => bed.stop());
  afterEach(async () => {
    await bed.end();
    expect(bed.recorded.violations).toEqual([]);
    bed.recorded.cleanedUp.length = 0;
  });

  test("hands the dependents over unchanged, and then starts the new controller", async () => {
    await bed.begin();
    const [old, deployment] = await bed.oldPair("web", {
      labels: { team: "blue" },
      annotations: { note: "a", "kubectl.kubernetes.io/last-applied-configuration": "{}" },
      finalizers: [oldFinalizer, "other.example.com/hold"],
    });
    const status = { observedGeneration: 1, ready: 7 };
    await bed.client.status.patch(Bar, bed.key("web"), mergePatch({ status }));
    const migration = await bed.start();
    const created = await bed.moved("web");

    const after = await bed.client.getOrThrow(Deployment, bed.key("web"));
    expect(after.metadata.ownerReferences).toEqual([
      {
        ...(Baz.apiVersion && { apiVersion: Baz.apiVersion }),
        kind: "Baz",
        name: "web",
        uid: created.metadata.uid,
        controller: true,
        blockOwnerDeletion: true,
      },
    ]);
    const { uid, generation, creationTimestamp } = deployment.metadata;
    expect(after.metadata).toMatchObject({ uid, generation, creationTimestamp });
    expect(after.spec).toEqual(deployment.spec);
    expect(created.metadata).toMatchObject({ labels: { team: "blue" }, finalizers: [newFinalizer] });
    expect(Object.keys(created.metadata.annotations ?? {}).toSorted()).toEqual(["migrate.tsop.dev/mirrored", "note"]);
    expect(created.status?.observedGeneration).toBe(1);
    const { metadata } = await bed.client.getOrThrow(Bar, bed.key("web"));
    expect(metadata.uid).toBe(old.metadata.uid);
    expect(metadata.finalizers?.toSorted()).toEqual(["migrate.tsop.dev/hold", "other.example.com/hold"]);
    await eventually(() => expect(migration.progress()).toEqual({ moving: 0, waiting: 0, blocked: 0, moved: 1 }));
    await eventually(async () => {
      const events = await bed.client.list(Event, { namespace: bed.namespace });
      expect(events.items.filter(({ regarding }) => regarding?.kind === "Bar").map(({ reason }) => reason)).toContain(
        "Moved",
      );
    });
    await bed.client.patch(Bar, bed.key("web"), mergePatch({ metadata: { finalizers: null } }));
  });

  test("keeps several owners and their flags, and one controller", async () => {
    await bed.begin();
    const other = await bed.client.create<ConfigMap>({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: bed.key("other"),
    });
    const [old] = await bed.oldPair("web");
    const reference = (of: KubeObject): object => ({
      apiVersion: of.apiVersion,
      kind: of.kind,
      name: of.metadata.name,
      uid: of.metadata.uid,
    });
    const settings: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: bed.key("settings") };
    const ownerReferences = [reference(other), { ...reference(old), blockOwnerDeletion: false }] as never;
    await bed.client.create({ ...settings, metadata: { ...settings.metadata, ownerReferences } });
    await bed.start();
    const created = await bed.moved("web");
    expect((await bed.client.getOrThrow(ConfigMap, bed.key("settings"))).metadata.ownerReferences).toEqual([
      reference(other),
      { ...reference(created), blockOwnerDeletion: false },
    ]);
  });

  test("mirrors changes of the old object, and keeps the other parts as users changed them", async () => {
    await bed.begin();
    await bed.oldPair("web", { labels: { team: "blue", tier: "a" } });
    await bed.start();
    await bed.moved("web");
    await bed.client.patch(
      Baz,
      bed.key("web"),
      mergePatch({ spec: { text: "new" }, metadata: { labels: { own: "1" } } }),
    );
    await bed.client.patch(Bar, bed.key("web"), mergePatch({ metadata: { labels: { team: "red", tier: null } } }));
    await eventually(async () => {
      const { metadata, spec } = await bed.client.getOrThrow(Baz, bed.key("web"));
      expect(metadata.labels).toEqual({ team: "red", own: "1" });
      expect(spec).toEqual({ size: 0, text: "new" });
    });
    await bed.client.patch(Bar, bed.key("web"), mergePatch({ spec: { size: 3 } }));
    await eventually(async () => {
      expect((await bed.client.getOrThrow(Baz, bed.key("web"))).spec).toEqual({ size: 3 });
      expect((await bed.client.getOrThrow(Deployment, bed.key("web"))).spec.replicas).toBe(3);
    });
  });

  test("deletes the new object and its dependents with the old one, and cleans up once", async () => {
    await bed.begin();
    await bed.oldPair("a");
    await bed.oldPair("b");
    await bed.start();
    await bed.moved("a");
    await bed.moved("b");
    await bed.client.delete(Bar, bed.key("a"));
    await bed.client.delete(Bar, bed.key("b"), { propagationPolicy: "Foreground" });
    for (const name of ["a", "b"]) {
      await bed.gone(Bar, name);
      await bed.gone(Baz, name);
      await bed.gone(Deployment, name);
    }
    expect(bed.recorded.cleanedUp.toSorted()).toEqual(["a", "b"]);
  });

  test("keeps the new object if the old one is deleted without its dependents", async () => {
    await bed.begin();
    const [, deployment] = await bed.oldPair("web");
    await bed.start();
    const created = await bed.moved("web");
    await bed.client.delete(Bar, bed.key("web"), { propagationPolicy: "Orphan" });
    await bed.gone(Bar, "web");
    const { metadata } = await bed.client.getOrThrow(Baz, bed.key("web"));
    expect(metadata).toMatchObject({ uid: created.metadata.uid });
    expect(metadata.ownerReferences ?? []).toEqual([]);
    expect((await bed.client.getOrThrow(Deployment, bed.key("web"))).metadata.uid).toBe(deployment.metadata.uid);
    expect(bed.recorded.cleanedUp).toEqual([]);
  });

  test("lets the new controller clean up for an object that was being deleted", async () => {
    await bed.begin();
    await bed.oldPair("web");
    await bed.client.delete(Bar, bed.key("web"));
    expect((await bed.client.getOrThrow(Bar, bed.key("web"))).metadata.deletionTimestamp).toBeDefined();
    await bed.start();
    await bed.gone(Bar, "web");
    await bed.gone(Baz, "web");
    await bed.gone(Deployment, "web");
    expect(bed.recorded.cleanedUp).toEqual(["web"]);
  });

  test("leaves a new object of the same name alone, until it is deleted", async () => {
    await bed.begin();
    const [, deployment] = await bed.oldPair("web");
    await bed.client.create<Baz>({
      apiVersion: Baz.apiVersion as "migrate.tsop.test/v1",
      kind: "Baz",
      metadata: bed.key("web"),
      spec: { text: "mine" },
    });
    const migration = await bed.start({ dependents: [Deployment] });
    await eventually(async () => {
      const events = await bed.client.list(Event, { namespace: bed.namespace });
      expect(events.items.map(({ reason }) => reason)).toContain("NameTaken");
    });
    expect(migration.progress()).toMatchObject({ blocked: 1, moved: 0 });
    expect((await bed.client.getOrThrow(Baz, bed.key("web"))).spec).toEqual({ text: "mine" });
    const { metadata } = await bed.client.getOrThrow(Deployment, bed.key("web"));
    expect(metadata.ownerReferences).toEqual(deployment.metadata.ownerReferences);
    await bed.client.delete(Baz, bed.key("web"));
    await bed.moved("web");
    bed.recorded.violations.length = 0; // the user's own Baz competed with the Bar for the Deployment
  });

  test("creates a deleted new object again, as long as the old one exists", async () => {
    await bed.begin();
    await bed.oldPair("web");
    await bed.start();
    const before = await bed.moved("web");
    await bed.client.delete(Baz, bed.key("web"));
    await eventually(async () => {
      const { metadata } = await bed.moved("web");
      expect(metadata.uid).not.toBe(before.metadata.uid);
    });
  });

  test("does not keep a namespace that is being deleted", async () => {
    await bed.begin();
    await bed.oldPair("web");
    await bed.start();
    await bed.moved("web");
    await bed.client.delete(Namespace, { name: bed.namespace });
    await eventually(async () => expect(await bed.client.get(Namespace, { name: bed.namespace })).toBeUndefined());
  });

  test("reports what the new kind rejects, and continues when it is corrected", async () => {
    await bed.begin();
    await bed.oldPair("web", { annotations: { bad: "yes" } });
    const convert = ({ metadata, spec }: Bar): Pick<Baz, "spec"> & { metadata?: { labels: Record<string, string> } } =>
      metadata.annotations?.["bad"] === "yes"
        ? { spec: { size: 0 }, metadata: { labels: { team: "not valid!" } } }
        : { spec: { ...spec, text: "converted" } };
    const migration = await bed.start({ convert });
    await eventually(async () => {
      const events = await bed.client.list(Event, { namespace: bed.namespace });
      expect(events.items.map(({ reason }) => reason)).toContain("MoveRejected");
      expect(migration.progress().blocked).toBe(1);
    });
    await bed.client.patch(Bar, bed.key("web"), mergePatch({ metadata: { annotations: { bad: "no" } } }));
    expect((await bed.moved("web")).spec).toEqual({ size: 0, text: "converted" });
  });

  test("ends when the old CRD is deleted: the new objects and their dependents remain", async () => {
    await bed.begin();
    const names = ["a", "b", "c"];
    const pairs = await Promise.all(names.map((name) => bed.oldPair(name)));
    await bed.start();
    const created = await Promise.all(names.map((name) => bed.moved(name)));
    await bed.client.delete(CustomResourceDefinition, barCrd.metadata);
    await eventually(async () => {
      expect(await bed.client.get(CustomResourceDefinition, barCrd.metadata)).toBeUndefined();
    });
    for (const [index, name] of names.entries()) {
      const { metadata } = await bed.client.getOrThrow(Baz, bed.key(name));
      expect(metadata.uid).toBe(created[index]?.metadata.uid);
      expect(metadata.ownerReferences ?? []).toEqual([]);
      const deployment = await bed.client.getOrThrow(Deployment, bed.key(name));
      expect(deployment.metadata.uid).toBe(pairs[index]?.[1].metadata.uid);
    }
    expect(bed.recorded.cleanedUp).toEqual([]);
    // It starts without the old CRD, too.
    await bed.ends.pop()?.();
    await bed.start();
    await bed.client.patch(Baz, bed.key("a"), mergePatch({ spec: { size: 2 } }));
    await eventually(async () => expect((await bed.client.getOrThrow(Deployment, bed.key("a"))).spec.replicas).toBe(2));
  });
});
