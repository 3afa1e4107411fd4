import { describe, expect, test } from "vitest";
import type { ControllerBuilder } from "../../src/runtime/controller-builder.js";
import { done, type ReconcileRequest } from "../../src/runtime/reconcile.js";
import { RequestChannel, type Source, toRequests, viewOf } from "../../src/runtime/source.js";
import { defineKind } from "../../src/kube/objects.js";
import { settle } from "../support/fake-clock.js";
import { Thing, thing } from "../support/scripted-api.js";
import { define, names, start } from "./start-controller.js";

const Owner = defineKind<{ apiVersion: "foo.abc.com/v1"; kind: "Bar"; metadata: { name: string } }>(
  "foo.abc.com/v1",
  "Bar",
);

describe("what else is watched", () => {
  const owned = (apiVersion: string, kind: string, controller: boolean | undefined, version: number): Thing => {
    const object = thing("default/owned", version);
    object.metadata.ownerReferences = [
      { apiVersion, kind, name: "bar-sample", uid: "1", ...(controller === undefined ? {} : { controller }) },
    ];
    return object;
  };

  test.each([
    ["foo.abc.com/v1", "Bar", true, ["default/bar-sample"]],
    ["foo.abc.com/v1alpha1", "Bar", true, ["default/bar-sample"]],
    ["other.abc.com/v1", "Bar", true, []],
    ["foo.abc.com/v1", "Baz", true, []],
    ["foo.abc.com/v1", "Bar", false, []],
    ["foo.abc.com/v1", "Bar", undefined, []],
  ] as const)("is mapped to its controller (%s %s, controller %s)", (apiVersion, kind, controller, expected) => {
    const { source, map } = mapped((builder) => builder.for(Owner).owns(Thing));
    expect(source.kind).toBe("owns");
    expect(map(owned(apiVersion, kind, controller, 11))).toEqual(expected);
  });

  test("is mapped to an owner without a namespace where the kind has none", () => {
    const { map } = mapped((builder) => builder.for(Owner).owns(Thing), false);
    expect(map(owned("foo.abc.com/v1", "Bar", true, 11))).toEqual(["/bar-sample"]);
  });

  test("is mapped by a function, for the states before and after, frozen", async () => {
    const seen: unknown[] = [];
    const { watch, requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder.for(Thing).watches(Thing, (object) => {
          seen.push(Object.isFrozen(object.metadata));
          return Promise.resolve([
            { namespace: "x", name: `${object.metadata.name}-${object.metadata.resourceVersion}` },
          ]);
        }),
    );
    watch.send({ type: "MODIFIED", object: thing("default/a", 11) });
    await settle();
    expect(names(requests)).toContain("x/a-1");
    expect(names(requests)).toContain("x/a-11");
    expect(new Set(seen)).toEqual(new Set([true]));
  });

  // F37
  test.each<[string, () => never | Promise<never>]>([
    [
      "throws",
      () => {
        throw new Error("boom");
      },
    ],
    ["rejects", () => Promise.reject(new Error("boom"))],
  ])("by a function that %s is logged, and the rest goes on", async (_, fail) => {
    const { log, requests } = await start(
      () => Promise.resolve(done()),
      (builder) => builder.for(Thing).watches(Thing, fail),
    );
    expect(log.messages("error")).toEqual(["the map function failed", "the map function failed"]);
    expect(requests).toHaveLength(2);
  });
});

/** What the second source of a wiring makes of an object. */
function mapped(
  wire: (builder: ControllerBuilder) => ControllerBuilder,
  isNamespaced = true,
): { source: Source; map: (object: Thing) => string[] } {
  const definition = define(wire);
  const source = definition.sources[1]!;
  return {
    source,
    map: (object) => {
      const requests = toRequests(source, object, { kind: definition.reconciles, isNamespaced });
      return names(requests as readonly ReconcileRequest[]);
    },
  };
}

describe("predicates", () => {
  test("of a kind and of the whole controller have to let a change pass, and see frozen objects", async () => {
    const seen: unknown[] = [];
    const { watch, requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder
          .for(Thing, {
            predicates: [
              (event) => {
                seen.push([
                  event.kind,
                  event.kind === "added" && event.isInitial,
                  Object.isFrozen(event.object.metadata),
                ]);
                return event.object.metadata.name !== "b";
              },
            ],
          })
          .withEventFilter(({ kind }) => kind !== "deleted"),
    );
    expect(names(requests)).toEqual(["default/a"]);
    watch.send(
      { type: "ADDED", object: thing("default/c", 11) },
      { type: "MODIFIED", object: thing("default/c", 12) },
      { type: "DELETED", object: thing("default/c", 13) },
    );
    await settle();
    expect(new Set(names(requests).slice(1))).toEqual(new Set(["default/c"]));
    expect(seen).toEqual([
      ["added", true, true],
      ["added", true, true],
      ["added", false, true],
      ["updated", false, true],
    ]);
  });

  // F37
  test("that throw are logged, and the change counts", async () => {
    const { log, requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder.for(Thing).withEventFilter(() => {
          throw new Error("boom");
        }),
    );
    expect(log.messages("error")).toEqual(Array(2).fill("a predicate failed; the change is reconciled"));
    expect(requests).toHaveLength(2);
  });
});

describe("requests from elsewhere", () => {
  test("wait in a channel for the controller, and pass all filters", async () => {
    const channel = new RequestChannel();
    channel.send({ namespace: "x", name: "early" });
    const { requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder
          .for(Thing)
          .watchesRaw(channel)
          .withEventFilter(() => false),
    );
    channel.send({ namespace: "x", name: "late" });
    await settle();
    expect(names(requests)).toEqual(["x/early", "x/late"]);
  });

  test("are not taken from a channel that another controller has", () => {
    const channel = new RequestChannel();
    channel.start(() => undefined);
    expect(() => channel.start(() => undefined)).toThrow("can serve only one controller");
  });

  test("end with the controller", async () => {
    let stopped = false;
    const { stop, running, requests } = await start(
      () => Promise.resolve(done()),
      (builder) =>
        builder.for(Thing).watchesRaw({
          async start(enqueue, signal) {
            await new Promise((resolve) => signal.addEventListener("abort", resolve));
            enqueue({ namespace: "x", name: "too-late" });
            stopped = true;
          },
        }),
    );
    stop.abort();
    await running;
    expect(stopped).toBe(true);
    expect(names(requests)).toEqual(["default/a", "default/b"]);
  });

  test("end the controller when their source fails", async () => {
    let fail = (): void => undefined;
    const failure = new Promise<void>((_resolve, reject) => (fail = () => reject(new Error("boom"))));
    const { running } = await start(
      () => Promise.resolve(done()),
      (builder) => builder.for(Thing).watchesRaw({ start: () => failure }),
    );
    fail();
    await expect(running).rejects.toThrow("boom");
  });
});

describe("a kind whose metadata alone is watched", () => {
  test("is listed and watched by that, and types say that there is no more", () => {
    const { sources } = define((builder) =>
      builder
        .for(Thing, { onlyMetadata: true, predicates: [({ object }) => !("spec" in object)] })
        .owns(Thing, { onlyMetadata: true, matchEveryOwner: true })
        .watches(Thing, (object) => [{ namespace: "", name: object.metadata.name }], { onlyMetadata: true })
        .watches(Thing, (object) => [{ namespace: "", name: String(object.spec?.size) }]),
    );
    expect(sources.map(viewOf)).toEqual(["metadata", "metadata", "metadata", "whole"]);
    define((builder) => {
      // @ts-expect-error there is no spec
      builder.watches(Thing, ({ spec }) => [{ namespace: "", name: String(spec) }], { onlyMetadata: true });
      // @ts-expect-error there is no spec
      return builder.for(Thing, { onlyMetadata: true, predicates: [({ object }) => object.spec !== undefined] });
    });
  });
});
