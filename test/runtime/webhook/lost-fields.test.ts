/** What a conversion would lose is kept in an annotation, unless a client changes it. */
import { describe, expect, test } from "vitest";
import {
  type CustomResource,
  defineKind,
  type KubeObject,
  type ObjectPart,
  type Spoke,
  spoke,
} from "../../../src/index.js";
import { convertObject } from "../../../src/runtime/webhook/convert.js";
import { lossBetween, readLoss, restore } from "../../../src/runtime/webhook/lost-fields.js";

interface BarV1 extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { rules?: { host: string; note?: string }[]; size?: string };
}
const BarV1 = defineKind<BarV1>("foo.abc.com/v1", "Bar");
interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
  spec: { rules?: { host: string; port?: number }[]; size?: number };
}
const BarV2 = defineKind<BarV2>("foo.abc.com/v2", "Bar");

const toNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;

const barV1 = spoke(
  BarV1,
  {
    toHub: ({ spec }) => ({
      spec: { rules: spec.rules?.map(({ host }) => ({ host, port: undefined })), size: toNumber(spec.size) },
    }),
    fromHub: ({ spec }: ObjectPart<BarV2>) => ({
      spec: { rules: spec.rules?.map(({ host }) => ({ host, note: undefined })), size: spec.size?.toString() },
    }),
  },
  { keepLost: true },
);

async function convert(object: KubeObject, version: string): Promise<KubeObject & { spec?: unknown }> {
  const conversions = { hub: BarV2, spokes: [barV1 as unknown as Spoke<KubeObject>] };
  const converted = await convertObject(object, `foo.abc.com/${version}`, conversions);
  return JSON.parse(JSON.stringify(converted)) as KubeObject;
}

const v1 = (spec: BarV1["spec"]): BarV1 => ({
  apiVersion: "foo.abc.com/v1",
  kind: "Bar",
  metadata: { name: "a" },
  spec,
});
const v2 = (spec: BarV2["spec"]): BarV2 => ({
  apiVersion: "foo.abc.com/v2",
  kind: "Bar",
  metadata: { name: "a" },
  spec,
});

describe("an annotation", () => {
  test("exists only while something is lost", async () => {
    expect(await convert(v1({ size: "3" }), "v2")).toEqual(v2({ size: 3 }));
    const kept = await convert(v1({ size: "many" }), "v2");
    expect(kept.metadata.annotations).toEqual({
      "foo.abc.com/v1-fields": '{"in":{"spec":{"in":{"size":{"is":"many"}}}}}',
    });
    expect(await convert(kept, "v1")).toEqual({ ...v1({ size: "many" }), metadata: { name: "a", annotations: {} } });
  });

  test("is the same text for the same fields in another order", async () => {
    const [host, note] = ["a", "b"];
    const kept = await convert(v1({ size: "many", rules: [{ host, note }] }), "v2");
    const again = await convert(v1({ rules: [{ note, host }], size: "many" }), "v2");
    expect(again.metadata.annotations).toEqual(kept.metadata.annotations);
  });

  test("loses to a change of the field by a client", async () => {
    const kept = await convert(v1({ size: "many" }), "v2");
    expect((await convert({ ...kept, spec: { size: 5 } } as KubeObject, "v1")).spec).toEqual({ size: "5" });
  });

  const rules = [
    { host: "a", note: "first" },
    { host: "b", note: "second" },
  ];
  test("follows the items of a list that a client moves, and forgets deleted ones", async () => {
    const kept = await convert(v1({ rules }), "v2");
    const moved = { ...kept, spec: { rules: [{ host: "c" }, { host: "b" }] } } as KubeObject;
    expect((await convert(moved, "v1")).spec).toEqual({ rules: [{ host: "c" }, { host: "b", note: "second" }] });
  });

  test.each([
    "",
    "no JSON",
    "[]",
    '"text"',
    `${'{"in":'.repeat(100_000)}1${"}".repeat(100_000)}`,
    `{"in":{"spec":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`,
  ])("that a client wrote without sense changes nothing", async (text) => {
    const object = { ...v2({ size: 3 }), metadata: { name: "a", annotations: { "foo.abc.com/v1-fields": text } } };
    expect((await convert(object, "v1")).spec).toEqual({ size: "3" });
  });

  test.each([
    { in: { spec: { in: { rules: { items: [1, null, { of: { host: "a" } }] } } } } },
    { in: { spec: { in: { size: 5 } } } },
    { in: { spec: [] } },
    { in: { spec: { items: [] } } },
    { in: { kind: { is: "Other", was: "Bar" }, metadata: { is: { name: "b" } }, apiVersion: { is: "v9" } } },
  ])("with parts that fit no value, or name the identity, changes nothing: %j", async (loss) => {
    const annotations = { "foo.abc.com/v1-fields": JSON.stringify(loss) };
    const object = { ...v2({ size: 3, rules: [{ host: "a" }] }), metadata: { name: "a", annotations } };
    expect(await convert(object, "v1")).toEqual({
      ...v1({ size: "3", rules: [{ host: "a" }] }),
      metadata: { name: "a", annotations: {} },
    });
  });
});

describe("losses", () => {
  test.each<[unknown, unknown]>([
    [{ a: 1 }, { a: 1 }],
    [{ a: 1 }, {}],
    [{}, { a: 1 }],
    [{ a: null }, {}],
    [{ a: [] }, { a: {} }],
    [[1, 2], [1]],
    [
      ["a", "b", "a"],
      ["x", "x", "x"],
    ],
    [
      [{ a: 1 }, { a: 2 }, { a: 1 }],
      [{}, {}, {}],
    ],
    [JSON.parse('{"__proto__": {"a": 1}}'), {}],
    [{ a: { constructor: 1 } }, { a: {} }],
  ])("of %j after it became %j restore it", (before, after) => {
    const loss = lossBetween(before, after, {});
    const stored = loss === undefined ? undefined : readLoss(JSON.stringify(loss));
    const restored = JSON.stringify(restore(after, stored, {}));
    expect(restored).toBe(JSON.stringify(before));
    expect(({} as { a?: unknown }).a).toBeUndefined();
  });

  test("return to a changed item only if its list has keys", () => {
    const [before, after] = [[{ host: "a", port: 1, size: 1 }], [{ host: "a", size: 1 }]];
    const changed = [{ host: "a", size: 2 }];
    expect(restore(changed, lossBetween(before, after, {}), {})).toEqual(changed);
    const keys = { "": ["host"] };
    expect(restore(changed, lossBetween(before, after, keys), keys)).toEqual([{ host: "a", size: 2, port: 1 }]);
  });
});
