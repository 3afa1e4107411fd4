import { describe, expect, expectTypeOf, test } from "vitest";
import { type Kind, type Unstructured, unstructured } from "../../src/kube/objects.js";

describe("a kind made of texts", () => {
  test("is a kind as any other", () => {
    expect(unstructured("apps/v1", "Deployment")).toEqual({
      apiVersion: "apps/v1",
      group: "apps",
      version: "v1",
      kind: "Deployment",
    });
    expectTypeOf(unstructured).returns.toEqualTypeOf<Kind<Unstructured>>();
    expectTypeOf<Unstructured["metadata"]["name"]>().toEqualTypeOf<string>();
    expectTypeOf<Unstructured["spec"]>().toEqualTypeOf<unknown>();
  });

  test.each([
    ["", "Pod"],
    ["/v1", "Pod"],
    ["apps/", "Pod"],
    ["a/b/c", "Pod"],
    ["apps v1", "Pod"],
    ["../v1", "Pod"],
    ["Apps/V1", "Pod"],
    ["v1", ""],
    ["v1", "Po/d"],
    ["v1", "Pod "],
    ["v1", "1Pod"],
    [undefined, "Pod"],
    ["v1", null],
    [1, 2],
  ])("is not made of %j and %j", (apiVersion, kind) => {
    expect(() => unstructured(apiVersion as string, kind as string)).toThrow(
      expect.objectContaining({ code: "cluster/invalid-request", hint: expect.any(String) as string }),
    );
  });
});
