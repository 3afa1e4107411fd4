import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { minorVersion, publish, versionsIn } from "../../site/versions.js";

let folder: string;
const at = (...names: string[]): string => path.join(folder, ...names);
const read = (...names: string[]): string => readFileSync(at(...names), "utf8");

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "tsop-site-"));
  mkdirSync(at("published", ".git"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Publishes a release whose build has a page of its own. */
function release(version: string): void {
  for (const [name, base] of [
    ["built", `/v${version}/`],
    ["latest", "/"],
  ] as const) {
    rmSync(at(name), { recursive: true, force: true });
    mkdirSync(at(name, "assets"), { recursive: true });
    writeFileSync(at(name, "index.html"), `${version} at ${base}`);
    writeFileSync(at(name, `new-in-${version}.html`), "");
    writeFileSync(at(name, "versions.json"), JSON.stringify([version]));
  }
  publish(at("published"), version, at("built"), at("latest"));
}

test("the first release is at the root and in its own folder", () => {
  release("0.1");
  expect(read("published", "index.html")).toBe("0.1 at /");
  expect(read("published", "v0.1", "index.html")).toBe("0.1 at /v0.1/");
  expect(read("published", "versions.json")).toBe('["0.1"]');
  expect(existsSync(at("published", ".nojekyll"))).toBe(true);
});

test("a newer release replaces the root, and leaves the folders of others and the repository", () => {
  release("0.9");
  release("0.10");
  expect(read("published", "index.html")).toBe("0.10 at /");
  expect(existsSync(at("published", "new-in-0.9.html"))).toBe(false);
  expect(read("published", "v0.9", "index.html")).toBe("0.9 at /v0.9/");
  expect(existsSync(at("published", ".git"))).toBe(true);
  expect(read("published", "versions.json")).toBe('["0.10","0.9"]');
});

test("a patch of an older release replaces its own folder alone", () => {
  release("0.9");
  release("1.0");
  writeFileSync(at("published", "v0.9", "old.html"), "");
  release("0.9");
  expect(read("published", "index.html")).toBe("1.0 at /");
  expect(existsSync(at("published", "v0.9", "old.html"))).toBe(false);
  expect(read("published", "v0.9", "index.html")).toBe("0.9 at /v0.9/");
  expect(read("published", "versions.json")).toBe('["1.0","0.9"]');
});

test("versions are ordered as numbers, and other folders are none", () => {
  expect(versionsIn(["v0.2", "v0.10", "v1.0", "assets", "v1", "v1.0.1", "vx.y", "0.3"])).toEqual([
    "1.0",
    "0.10",
    "0.2",
  ]);
});

test("a patch release belongs to its minor version", () => {
  writeFileSync(at("package.json"), '{"version":"1.12.3"}');
  expect(minorVersion(folder)).toBe("1.12");
});
