import { describe, expect, test } from "vitest";
import { type CustomResource, defineKind } from "../../../src/kube/objects.js";
import { Pod } from "../../../src/k8s/core/v1.js";
import {
  type Converter,
  type EveryField,
  type ObjectPart,
  type PartOf,
  spoke,
} from "../../../src/runtime/webhook/conversion.js";
import { WebhookBuilder } from "../../../src/runtime/webhook/webhook-builder.js";
import { Webhooks } from "../../../src/runtime/webhook/webhooks.js";

interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
  spec: { size: number };
}
const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
interface BarV2 extends CustomResource<"foo.abc.com/v2", "Bar"> {
  spec: { replicas: number };
  status?: { ready: boolean };
}
const BarV2 = defineKind<BarV2>("foo.abc.com/v2", "Bar");

const converter: Converter<BarV2, Bar> = {
  toHub: ({ spec }) => ({ spec: { replicas: spec.size }, status: undefined }),
  fromHub: ({ spec }) => ({ spec: { size: spec.replicas } }),
};

describe("the webhooks of a kind", () => {
  test("are served where controller-runtime serves them", () => {
    const webhooks = new Webhooks();
    new WebhookBuilder(Bar, () => webhooks)
      .withDefaulter({ default: () => undefined })
      .withValidator({})
      .complete();
    new WebhookBuilder(Pod, () => webhooks).withDefaulter({ default: () => undefined }).complete();
    new WebhookBuilder(BarV2, () => webhooks).withConversion(spoke(Bar, converter)).complete();
    expect([...webhooks.endpoints.keys()]).toEqual([
      "/mutate-foo-abc-com-v1-bar",
      "/validate-foo-abc-com-v1-bar",
      "/mutate--v1-pod",
      "/convert",
    ]);
  });

  test("may have a path of their own, which is taken once", () => {
    const webhooks = new Webhooks();
    const begin = () => new WebhookBuilder(Bar, () => webhooks);
    begin().withValidator({}, { path: "/judge" }).complete();
    expect(() =>
      begin()
        .withDefaulter({ default: () => undefined }, { path: "/judge" })
        .complete(),
    ).toThrow('cannot serve a webhook at "/judge": the path is already in use');
    expect(() => begin().withValidator({}, { path: "judge" }).complete()).toThrow("a path must begin with a slash");
    expect(() => begin().withValidator({}, { path: "/convert" }).complete()).toThrow("the path is already in use");
  });

  test("are rejected without a handler, or with a duplicate", () => {
    const begin = () => new WebhookBuilder(Bar, () => new Webhooks());
    expect(() => begin().complete()).toThrow("webhook(foo.abc.com/v1 Bar) serves nothing");
    expect(() => begin().withValidator({}).withValidator({})).toThrow("withValidator() is called twice");
  });

  test("convert between versions of one kind, each of them once", () => {
    const webhooks = new Webhooks();
    const others = spoke(Pod, converter as never) as never;
    const first = spoke(Bar, converter);
    expect(() => webhooks.addConversion(BarV2, [others])).toThrow(
      "cannot convert Bar.foo.abc.com: v1 Pod is another kind",
    );
    expect(() => webhooks.addConversion(BarV2, [first as never, first as never])).toThrow("v1 is listed twice");
    expect(() => webhooks.addConversion(BarV2, [])).toThrow("it needs at least one version besides the hub");
    webhooks.addConversion(BarV2, [first]);
    expect(() => webhooks.addConversion(BarV2, [first as never])).toThrow("its conversion is configured twice");
  });

  test("are checked by the compiler", () => {
    const begin = () => new WebhookBuilder(BarV2, () => new Webhooks());
    const elsewhere: Converter<Bar, Bar> = { toHub: ({ spec }) => ({ spec }), fromHub: ({ spec }) => ({ spec }) };
    // @ts-expect-error -- the spoke leads to another hub
    begin().withConversion(spoke(Bar, elsewhere));
    const forgetful: Converter<BarV2, Bar> = {
      ...converter,
      // @ts-expect-error -- the status is forgotten on the way to the hub
      toHub: ({ spec }) => ({ spec: { replicas: spec.size } }),
    };
    // @ts-expect-error -- the number may be missing in a part
    spoke(Bar, { ...converter, fromHub: ({ spec }) => ({ spec: { size: Math.abs(spec.replicas) } }) });
    // @ts-expect-error -- wants whole objects
    spoke(Bar, { ...converter, fromHub: ({ spec }: BarV2) => ({ spec: { size: spec.replicas } }) });
    // @ts-expect-error -- a validator of another kind
    begin().withValidator({ validateCreate: ({ spec }: Bar) => (spec.size > 1 ? [] : undefined) });
    // @ts-expect-error -- no method of a validator
    begin().withValidator({ validateCreat: () => undefined });
    expect(forgetful).toBeDefined();
  });

  test("are given parts of objects by their types", () => {
    interface Deep {
      name: string;
      count?: number;
      mode: "a" | "b";
      rules: { host: string; ports?: number[] }[];
      template: { spec: { image: string } };
      labels: Record<string, string>;
      anything: unknown;
    }
    const hostsOf = ({ rules }: PartOf<Deep>): unknown => rules?.map(({ host, ports }) => [host?.length, ports?.at(0)]);
    // What the API server leaves of a spec: nothing, null where something was, all of it.
    const parts: PartOf<Deep>[] = [
      {
        ...{ name: undefined, mode: undefined, rules: undefined, template: undefined, labels: undefined },
      } as PartOf<Deep>,
      { name: "a", mode: "a", rules: null, template: { spec: null }, labels: null, anything: 1 },
      { name: "a", mode: "b", rules: [{ host: "h" }], template: { spec: { image: "i" } }, labels: {}, anything: [] },
    ];
    expect(parts.map(hostsOf)).toEqual([undefined, undefined, [[1, undefined]]]);
    const [, , whole] = parts;
    // @ts-expect-error -- a required list may be missing
    const first = (part: PartOf<Deep>) => part.rules[0];
    // @ts-expect-error -- a nested object may be null
    const image = (part: PartOf<Deep>) => part.template?.spec.image;
    // @ts-expect-error -- a number is no mode
    const mode: PartOf<Deep>["mode"] = 1;
    // @ts-expect-error -- no field may be forgotten
    const every: EveryField<PartOf<Deep>> = { name: "a", mode: "a" };
    const label: string | undefined = whole?.labels?.["a"]; // entries of a map are whole
    const metadata: Partial<Bar["metadata"]> = ({} as ObjectPart<Bar>).metadata;
    expect([first, image, mode, every, label, metadata]).toHaveLength(6);
  });
});
