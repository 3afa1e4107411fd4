import { describe, expect, test } from "vitest";
import { addOptionAfter, addToOption, hasOption, removeOption } from "../../src/refactor/options.js";
import { edited } from "./edited.js";

describe("an element of an option", () => {
  test.each<[string, string]>([
    ["Env.start({ crds: [a] });", "Env.start({ crds: [a], conversions: [setUp] });"],
    ["Env.start({\n  crds: [a],\n});", "Env.start({\n  crds: [a],\n  conversions: [setUp],\n});"],
    ["Env.start({});", "Env.start({ conversions: [setUp] });"],
    ["Env.start({ conversions: [other] });", "Env.start({ conversions: [other, setUp] });"],
    ["Env.start({ conversions: [setUp] });", "Env.start({ conversions: [setUp] });"],
  ])("is added to %j", (before, after) => {
    expect(
      edited(before, (source) => expect(addToOption(source, "Env.start", "conversions", "setUp")).toBe(true)),
    ).toBe(after);
  });

  test.each(["Env.start();", "Env.start(options);", "Env.start({ conversions });", "start({});"])(
    "has no place in %j",
    (text) => {
      expect(
        edited(text, (source) => expect(addToOption(source, "Env.start", "conversions", "setUp")).toBe(false)),
      ).toBe(text);
    },
  );
});

describe("an option", () => {
  test.each<[string, string]>([
    ["make({ b: 1 });", "make({ b: 1, a: [x] });"],
    ["make({ b: 1, c });", "make({ b: 1, a: [x], c });"],
    ["make({\n  b: 1,\n});", "make({\n  b: 1,\n  a: [x],\n});"],
    ["make({\n  b: 1,\n  // of c\n  c,\n});", "make({\n  b: 1,\n  a: [x],\n  // of c\n  c,\n});"],
    ["make({\r\n\tb: 1,\r\n\tc,\r\n});", "make({\r\n\tb: 1,\r\n\ta: [x],\r\n\tc,\r\n});"],
  ])("comes and goes again in %j", (without, having) => {
    expect(
      edited(without, (source) =>
        expect(addOptionAfter(source, "make", "b: 1", { name: "a", value: "[x]" })).toBe(true),
      ),
    ).toBe(having);
    edited(having, (source) => expect(hasOption(source, "make", "a: [x]")).toBe(true));
    expect(edited(having, (source) => removeOption(source, "make", "a: [x]"))).toBe(without);
  });

  test.each<[string, string]>([
    ["make({ a: [x] });", "make({ });"],
    ["make({ a: [x], b });", "make({ b });"],
    ["make({\n  a: [x], // ours\n  b,\n});", "make({\n  // ours\n  b,\n});"],
    ["make({\n  // ours\n  a: [x]\n});", "make({\n  // ours\n});"],
  ])("goes out of %j", (before, after) => {
    expect(edited(before, (source) => removeOption(source, "make", "a: [x]"))).toBe(after);
  });

  test.each([
    "make();",
    "make(options);",
    "make({ b: 2 });",
    "make({ a: [y], b: 1 });",
    "make({ b: 1, a });",
    'make({ text: "b: 1" });',
    "// make({ b: 1 })",
    "make({ b: 1 }); make({ b: 1 });",
    "other.make({ b: 1 });",
    "other({ b: 1 });",
  ])("has no place in %j", (text) => {
    expect(
      edited(text, (source) => {
        expect(addOptionAfter(source, "make", "b: 1", { name: "a", value: "[x]" })).toBe(false);
        expect(hasOption(source, "make", "a: [x]")).toBe(false);
        removeOption(source, "make", "a: [x]");
      }),
    ).toBe(text);
  });
});
