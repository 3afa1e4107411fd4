import { describe, expect, test } from "vitest";
import { defineKind } from "../../../src/kube/kind.js";
import type { CustomResource } from "../../../src/kube/objects.js";
import { Pod } from "../../../src/k8s/core/v1.js";
import { type Converter, spoke } from "../../../src/runtime/webhook/conversion.js";
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
    ).toThrow('cannot serve a webhook at "/judge": the path is taken');
    expect(() => begin().withValidator({}, { path: "judge" }).complete()).toThrow("a path begins with a slash");
    expect(() => begin().withValidator({}, { path: "/convert" }).complete()).toThrow("the path is taken");
  });

  test("are refused where nothing is said, or something twice", () => {
    const begin = () => new WebhookBuilder(Bar, () => new Webhooks());
    expect(() => begin().complete()).toThrow("webhook(foo.abc.com/v1 Bar) has nothing to serve");
    expect(() => begin().withValidator({}).withValidator({})).toThrow("withValidator() is there twice");
  });

  test("convert between versions of one kind, each of them once", () => {
    const webhooks = new Webhooks();
    const others = spoke(Pod, converter as never) as never;
    const first = spoke(Bar, converter);
    expect(() => webhooks.addConversion(BarV2, [others])).toThrow(
      "cannot convert Bar.foo.abc.com: v1 Pod is another kind",
    );
    expect(() => webhooks.addConversion(BarV2, [first as never, first as never])).toThrow("v1 is there twice");
    expect(() => webhooks.addConversion(BarV2, [])).toThrow("there is no version beside the hub");
    webhooks.addConversion(BarV2, [first as never]);
    expect(() => webhooks.addConversion(BarV2, [first as never])).toThrow("its conversion is said twice");
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
    // @ts-expect-error -- a validator of another kind
    begin().withValidator({ validateCreate: ({ spec }: Bar) => (spec.size > 1 ? [] : undefined) });
    // @ts-expect-error -- no method of a validator
    begin().withValidator({ validateCreat: () => undefined });
    expect(forgetful).toBeDefined();
  });
});
