import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { layers } from "../support/layers.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const text = readFileSync(`${root}docs/contributing/architecture.md`, "utf8");

test("the table of layers is that of test/support/layers.ts", () => {
  const rows = [...text.matchAll(/^\| `([\w.-]+)` \| (.*?) \| (.+) \|$/gm)].map(([, folder = "", imports = ""]) => [
    folder,
    [...imports.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name),
  ]);
  expect(rows).toEqual(Object.entries(layers).map(([folder, { folders }]) => [folder, folders]));
});

test("the walks name source files, and each of them exists", () => {
  const walks = text.slice(text.indexOf("## From `tsop create api` to files"));
  const named = new Set([...walks.matchAll(/`(src\/[\w./-]+)`/g)].map(([, file = ""]) => file));
  expect(named.size).toBeGreaterThan(40);
  expect([...named].filter((file) => !existsSync(`${root}${file}`))).toEqual([]);
});
