import { describe, expect, test } from "vitest";
import { addArguments, addLink, hasCall } from "../../src/refactor/chains.js";
import { edited } from "./edited.js";

const link = ".withDefaulter(new BarDefaulter())";

describe("a call in a chain", () => {
  test.each<[string, string, string]>([
    [
      "is inserted at the marker",
      "manager\n    .webhook(Bar)\n    // +tsop:scaffold:webhooks\n    .complete();\n",
      `manager\n    .webhook(Bar)\n    ${link}\n    // +tsop:scaffold:webhooks\n    .complete();\n`,
    ],
    [
      "is inserted before the last, on its own line",
      "manager\n\t.webhook(Bar)\n\t.complete()\n",
      `manager\n\t.webhook(Bar)\n\t${link}\n\t.complete()\n`,
    ],
    [
      "is inserted before the last, on the same line",
      "manager.webhook(Bar).complete();\n",
      `manager.webhook(Bar)${link}.complete();\n`,
    ],
  ])("%s", (_, before, after) => {
    expect(edited(before, (source) => expect(addLink(source, "webhooks", link, "complete")).toBe(true))).toBe(after);
    edited(after, (source) => expect(hasCall(source, "withDefaulter")).toBe(true));
  });

  test.each(["", "manager.webhook(Bar);\n", "a.complete();\nb.complete();\n"])("has no place in %j", (text) => {
    expect(edited(text, (source) => expect(addLink(source, "webhooks", link, "complete")).toBe(false))).toBe(text);
  });
});

describe("an argument", () => {
  test.each<[string, string]>([
    ["a.withConversion();", "a.withConversion(v1, v2);"],
    ["a.withConversion(v1);", "a.withConversion(v1, v2);"],
    ["a.withConversion(\n  v1, // the first\n);", "a.withConversion(\n  v1, // the first\n  v2,\n);"],
    ["a.withConversion(v2, v1);", "a.withConversion(v2, v1);"],
  ])("is added to %j", (before, after) => {
    expect(edited(before, (source) => expect(addArguments(source, "withConversion", ["v1", "v2"])).toBe(true))).toBe(
      after,
    );
  });

  test.each(["a.b();", "a.withConversion(v1);\nb.withConversion(v1);"])("has no place in %j", (text) => {
    expect(edited(text, (source) => expect(addArguments(source, "withConversion", ["v1", "v2"])).toBe(false))).toBe(
      text,
    );
  });
});
