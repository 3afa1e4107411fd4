/** What the API server is answered that asks for objects in another version. */
import { describe, expect, test } from "vitest";
import { type CustomResource, defineKind } from "../../../src/kube/objects.js";
import { type ObjectPart, spoke } from "../../../src/runtime/webhook/conversion.js";
import { answerConversion } from "../../../src/runtime/webhook/convert.js";
import { countTurns } from "../../support/count-turns.js";
import { Bar, bar, serve } from "./served-webhooks.js";

interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
  spec: { replicas?: number };
  status?: { ready: boolean };
}
const BarV2 = defineKind<BarV2>("foo.abc.com/v2", "Bar");

// F48
describe("conversions", () => {
  const conversion = spoke(Bar, {
    toHub: ({ spec, metadata }) => ({
      spec: { replicas: spec.size ?? 1 },
      status: undefined,
      metadata: { annotations: { ...metadata.annotations, from: "v1" } },
    }),
    fromHub: ({ spec }: ObjectPart<BarV2>) => {
      if ((spec.replicas ?? 0) < 0) throw new RangeError("v1 knows no negative size");
      return { spec: { size: spec.replicas ?? 1 } };
    },
  });
  const ask = async (desiredAPIVersion: string, objects: readonly unknown[], by = conversion) => {
    const served = await serve((webhooks) => webhooks.addConversion(BarV2, [by]));
    const request = { uid: "c1", desiredAPIVersion, objects };
    const { body } = await served.ask("/convert", {
      ...{ apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request },
    });
    return body.response;
  };
  const v2 = (replicas: number, name = "b") => ({
    ...bar,
    apiVersion: "foo.abc.com/v2",
    metadata: { ...bar.metadata, name, uid: name },
    spec: { replicas },
  });

  test("of a long list let other requests have their turn", async () => {
    const turns = countTurns();
    const objects = Array.from({ length: 5_000 }, (_, index) => ({ ...bar, spec: { size: index } }));
    const conversions = new Map([["Bar.foo.abc.com", { hub: BarV2, spokes: [conversion as never] }]]);
    const request = { desiredAPIVersion: "foo.abc.com/v2", objects };
    const answer = await answerConversion({ uid: "c1", apiVersion: "apiextensions.k8s.io/v1", request }, conversions);
    const { response } = JSON.parse(answer) as { response: { convertedObjects: { spec: unknown }[] } };
    expect(response.convertedObjects.map(({ spec }) => spec)).toEqual(objects.map((_, replicas) => ({ replicas })));
    expect(turns.end()).toBeGreaterThanOrEqual(49);
  });

  test("take mixed versions, keep the order, and what identifies an object", async () => {
    expect(await ask("foo.abc.com/v2", [v2(1, "x"), { ...bar, spec: { size: 3 } }, v2(2, "y")])).toEqual({
      uid: "c1",
      result: { status: "Success" },
      convertedObjects: [
        v2(1, "x"),
        {
          ...bar,
          apiVersion: "foo.abc.com/v2",
          metadata: { ...bar.metadata, annotations: { from: "v1" } },
          spec: { replicas: 3 },
        },
        v2(2, "y"),
      ],
    });
  });

  test("accept parts of an object, as for an apply in another version", async () => {
    const renaming = spoke(Bar, {
      toHub: ({ spec: { size } }) => ({ spec: size === undefined ? {} : { replicas: size }, status: undefined }),
      fromHub: ({ spec: { replicas } }: ObjectPart<BarV2>) => ({
        spec: replicas === undefined ? {} : { size: replicas },
      }),
    });
    const part = { apiVersion: "foo.abc.com/v2", kind: "Bar" };
    const parts = [
      { ...part, spec: { replicas: 2 } },
      { ...part, spec: {} },
      { ...part, spec: null, status: null },
      { ...part, status: { ready: true } },
    ];
    const answer = await ask("foo.abc.com/v1", parts, renaming);
    const converted = { apiVersion: "foo.abc.com/v1", kind: "Bar", metadata: {} };
    // An added spec would never disappear.
    expect(answer["convertedObjects"]).toEqual([
      { ...converted, spec: { size: 2 } },
      { ...converted, spec: {} },
      { ...converted, spec: {} },
      converted,
    ]);
  });

  test("name the reason where a converter did not expect a part", async () => {
    const careless = spoke(Bar, {
      toHub: ({ spec: { size } }) => ({ spec: { replicas: Number(size!.toFixed(0)) }, status: undefined }),
      fromHub: ({ spec }: ObjectPart<BarV2>) => ({ spec: { size: spec.replicas } }),
    });
    const part = { apiVersion: "foo.abc.com/v1", kind: "Bar", spec: {} };
    const answer = await ask("foo.abc.com/v2", [part], careless);
    expect(answer["result"]).toEqual({
      status: "Failure",
      message:
        "an unnamed Bar: cannot convert foo.abc.com/v1 to foo.abc.com/v2: Cannot read properties of undefined (reading 'toFixed'). " +
        "For server-side apply, the API server also converts parts of objects: a converter must accept that any field is missing",
    });
  });

  test.each<[string, unknown[], string]>([
    [
      "one bad object",
      [v2(1), v2(-1, "bad")],
      "Bar default/bad: cannot convert foo.abc.com/v2 to foo.abc.com/v1: v1 knows no negative size",
    ],
    [
      "an unknown version",
      [{ ...bar, apiVersion: "foo.abc.com/v3" }],
      "Bar default/a: cannot convert foo.abc.com/v3 to foo.abc.com/v1: foo.abc.com/v3 is neither the hub (foo.abc.com/v2) nor one of its spokes",
    ],
    [
      "another kind",
      [
        { ...bar, kind: "Baz" },
        { ...bar, apiVersion: "foo.abc.com/v2", kind: "Baz" },
      ],
      "Baz default/a: this server does not convert Baz",
    ],
    [
      "what has metadata of another kind",
      [{ apiVersion: "foo.abc.com/v1", kind: "Bar", metadata: "x" }],
      "request.objects[0] is not a Kubernetes object",
    ],
    ["a text", ["x"], "request.objects[0] is not a Kubernetes object"],
  ])("fail as a whole for %s, which is named", async (_name, objects, message) => {
    // By the reason, a deployment sees whether this operator knows the version at all.
    const reason = /neither|does not convert/.test(message) ? { reason: "NotFound" } : {};
    const result = { status: "Failure", ...reason, message };
    expect(await ask("foo.abc.com/v1", objects)).toEqual({ uid: "c1", result });
  });
});
