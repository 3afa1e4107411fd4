import { expect, test } from "vitest";
import { upgradeTarget } from "../../../src/olm/catalog/upgrade-target.js";

const versionOf = (name: string): string => name.replace(/^demo\.v/, "");
const target = (entries: Parameters<typeof upgradeTarget>[0], version: string): string | undefined =>
  upgradeTarget(entries, { name: `demo.v${version}`, version }, versionOf);

test("follows `replaces` by one step", () => {
  const entries = [
    { name: "demo.v0.1.0" },
    { name: "demo.v0.2.0", replaces: "demo.v0.1.0" },
    { name: "demo.v0.3.0", replaces: "demo.v0.2.0" },
  ];
  expect(target(entries, "0.1.0")).toBe("demo.v0.2.0");
  expect(target(entries, "0.2.0")).toBe("demo.v0.3.0");
  expect(target(entries, "0.3.0")).toBeUndefined();
});

test("of several edges, takes the one to the newest version", () => {
  const entries = [
    { name: "demo.v0.2.0", replaces: "demo.v0.1.0" },
    { name: "demo.v0.10.0", replaces: "demo.v0.9.0", skipRange: ">=0.1.0 <0.10.0" },
    { name: "demo.v0.9.0", replaces: "demo.v0.2.0", skips: ["demo.v0.1.0"] },
  ];
  expect(target(entries, "0.1.0")).toBe("demo.v0.10.0");
  expect(target(entries.slice(2), "0.1.0")).toBe("demo.v0.9.0");
});

test("a version does not replace itself, and a broken range is no edge", () => {
  expect(target([{ name: "demo.v0.2.0", skipRange: ">=0.1.0 <=0.2.0" }], "0.2.0")).toBeUndefined();
  expect(target([{ name: "demo.v0.2.0", skipRange: "^0.1.0" }], "0.1.0")).toBeUndefined();
  expect(
    upgradeTarget([{ name: "demo.v2", skipRange: ">0.0.1" }], { name: "demo.x", version: "x" }, versionOf),
  ).toBeUndefined();
});
