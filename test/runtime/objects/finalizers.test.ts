import { describe, expect, test } from "vitest";
import { addFinalizer, containsFinalizer, removeFinalizer } from "../../../src/index.js";
import { thing } from "../../support/scripted-api.js";

const [ours, theirs] = ["foo.abc.com/bucket", "example.com/other"];

describe("finalizers of an object in memory", () => {
  test("are added once, beside others", () => {
    const object = thing("default/a", 1);
    expect(containsFinalizer(object, ours)).toBe(false);
    object.metadata.finalizers = [theirs];
    expect(addFinalizer(object, ours)).toBe(true);
    expect(addFinalizer(object, ours)).toBe(false);
    expect(object.metadata.finalizers).toEqual([theirs, ours]);
    expect(containsFinalizer(object, ours)).toBe(true);
  });

  test("are removed alone, and once", () => {
    const object = thing("default/a", 1);
    object.metadata.finalizers = [ours, theirs, "foregroundDeletion"];
    expect(removeFinalizer(object, ours)).toBe(true);
    expect(removeFinalizer(object, ours)).toBe(false);
    expect(removeFinalizer(object, "foregroundDeletion")).toBe(true);
    expect(object.metadata.finalizers).toEqual([theirs]);
    removeFinalizer(object, theirs);
    expect(object.metadata).not.toHaveProperty("finalizers");
  });

  test("do not change a list that others hold", () => {
    const shared = Object.freeze([theirs]) as string[];
    const object = { metadata: { finalizers: shared } };
    addFinalizer(object, ours);
    removeFinalizer(object, theirs);
    expect([shared, object.metadata.finalizers]).toEqual([[theirs], [ours]]);
  });

  test.each(["a.b/c", "foo.abc.com/bucket", "abc/x", "a.com/A.b_c-9", `a.com/${"x".repeat(63)}`])("take %j", (name) => {
    expect(addFinalizer(thing("default/a", 1), name)).toBe(true);
  });

  test.each([
    ...["", " ", "/", "bucket", "/bucket", "abc.com/", "ABC.com/x", "a.com/b/c", "a b.com/c", "a.com/b c", "-a.com/b"],
    ...[
      "a..com/b",
      "a.com/-b",
      "a.com/b.",
      "a.com/ä",
      `a.com/${"x".repeat(64)}`,
      `${"a.".repeat(126)}ab/x`,
      "a.com\n/b",
    ],
  ])("refuse the name %j", (name) => {
    const object = thing("default/a", 1);
    expect(() => addFinalizer(object, name)).toThrow(expect.objectContaining({ code: "runtime/invalid-finalizer" }));
    expect(object.metadata).not.toHaveProperty("finalizers");
  });
});
