/** What a project gets with tsop. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { moduleSpecifiers } from "../scripts/module-specifiers.mjs";

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly dev?: boolean; readonly optional?: boolean; readonly peer?: boolean }>
  >;
}

test("tsop brings few packages: what it can bundle, it bundles", () => {
  const text = readFileSync(new URL("../package-lock.json", import.meta.url), "utf8");
  const { packages } = JSON.parse(text) as Lockfile;
  const brought = Object.entries(packages)
    .filter(([place, { dev, optional, peer }]) => place !== "" && dev !== true && optional !== true && peer !== true)
    .map(([place]) => place.replace(/^.*node_modules\//, ""));
  expect(brought).toContain("ts-morph");
  expect(brought.length, brought.join(" ")).toBeLessThanOrEqual(47);
});

test("the types of the package come with the types that they use", () => {
  const text = [
    'import type { A } from "./a.js";',
    'export * from "./b.js";',
    'export * as field from "./c.js";',
    'export type * as more from "./d.js";',
    'export declare const e: import("./e.js").E;',
  ].join("\n");
  expect(moduleSpecifiers(text).sort()).toEqual(["./a.js", "./b.js", "./c.js", "./d.js", "./e.js"]);
});
