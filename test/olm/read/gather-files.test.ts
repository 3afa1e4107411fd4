import { symlinkSync, truncateSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { gatherBundleFiles } from "../../../src/olm/read/gather-files.js";
import { tempFolder } from "../../support/temp-folder.js";

test("reads all files below a folder, by their paths with forward slashes", () => {
  const folder = tempFolder({ "manifests/a.yaml": "a: b\n", ".hidden": "" });
  const files = gatherBundleFiles(folder, "bundle");
  expect([...files].map(([name, content]) => [name, Buffer.from(content).toString()]).toSorted()).toEqual([
    [".hidden", ""],
    ["manifests/a.yaml", "a: b\n"],
  ]);
});

test("does not follow links out of the folder", () => {
  const folder = tempFolder();
  symlinkSync("/etc", path.join(folder, "manifests"));
  symlinkSync("/etc/passwd", path.join(folder, "a.yaml"));
  expect(gatherBundleFiles(folder, "bundle").size).toBe(0);
});

test("rejects files and missing folders", () => {
  const file = path.join(tempFolder({ "a.yaml": "" }), "a.yaml");
  for (const each of [file, `${file}.not-there`]) {
    expect(() => gatherBundleFiles(each, "bundle")).toThrow(expect.objectContaining({ code: "bundle/not-found" }));
  }
});

test("rejects a folder above the bundle, without reading all its files", () => {
  const folder = tempFolder({ "a.tar": "" });
  truncateSync(path.join(folder, "a.tar"), 65 * 1024 * 1024);
  expect(() => gatherBundleFiles(folder, "bundle")).toThrow(expect.objectContaining({ code: "bundle/too-large" }));
});
