import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { diskSnapshot } from "../../src/machinery/snapshot.js";
import { Tree } from "../../src/machinery/tree.js";
import { tempFolder } from "../support/temp-folder.js";

describe("a tree", () => {
  test("states what changed, in order, and nothing about what it only read", () => {
    const tree = new Tree(diskSnapshot(tempFolder({ "a.txt": "a", "b.txt": "b", "c.txt": "c" })));
    tree.read("c.txt");
    tree.create("new.txt", "new", 0o755);
    tree.overwrite("b.txt", "B");
    tree.delete("a.txt");
    expect(tree.actions()).toEqual([
      { kind: "create", path: "new.txt", content: "new", mode: 0o755 },
      { kind: "overwrite", path: "b.txt", content: "B", before: "b" },
      { kind: "delete", path: "a.txt", before: "a" },
    ]);
  });

  test("counts a change that was taken back, or that changes nothing, as none", () => {
    const tree = new Tree(diskSnapshot(tempFolder({ "a.txt": "a", "b.txt": "b" })));
    tree.overwrite("a.txt", "A");
    tree.overwrite("a.txt", "a");
    tree.create("x", "x");
    tree.delete("x");
    tree.delete("b.txt");
    tree.create("b.txt", "b");
    expect(tree.actions()).toEqual([]);
  });

  test("shows its own changes to later readers", () => {
    const tree = new Tree(diskSnapshot(tempFolder({ "d/a.txt": "a", "d/b.txt": "b" })));
    tree.create("d/c.txt", new TextEncoder().encode("c"));
    tree.delete("d/a.txt");
    expect(tree.list("d")).toEqual(["b.txt", "c.txt"]);
    expect([tree.read("d/a.txt"), tree.read("d/c.txt")]).toEqual([undefined, "c"]);
    expect([tree.exists("d/a.txt"), tree.exists("d/b.txt"), tree.exists("d"), tree.exists("e/f")]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    expect([tree.list("nowhere"), tree.list("d/b.txt")]).toEqual([[], []]);
  });

  test("treats paths below a file as missing", () => {
    const tree = new Tree(diskSnapshot(tempFolder({ file: "" })));
    expect([tree.read("file/x"), tree.exists("file/x")]).toEqual([undefined, false]);
  });

  test.each<{ name: string; prepare: (root: string) => void; message: string }>([
    { name: "a folder", prepare: (root) => mkdirSync(path.join(root, "x")), message: "x: it is a folder" },
    {
      name: "a link to nothing",
      prepare: (root) => symlinkSync("nowhere", path.join(root, "x")),
      message: "x: it is a symbolic link to a missing file",
    },
    {
      name: "a link to itself",
      prepare: (root) => symlinkSync("x", path.join(root, "x")),
      message: "x: it is a symbolic link to itself",
    },
  ])("refuses to read $name", ({ prepare, message }) => {
    const root = tempFolder();
    prepare(root);
    expect(() => new Tree(diskSnapshot(root)).read("x")).toThrow(message);
  });

  test.skipIf(process.getuid?.() === 0)("refuses to read what it has no right to (not as root, who has all)", () => {
    const root = tempFolder({ x: "" });
    chmodSync(path.join(root, "x"), 0);
    expect(() => new Tree(diskSnapshot(root)).read("x")).toThrow("x: permission denied");
  });

  test("takes a wrong use for a bug", () => {
    const tree = new Tree(diskSnapshot(tempFolder({ a: "" })));
    expect(() => tree.create("a", "")).toThrow("a exists");
    expect(() => tree.overwrite("b", "")).toThrow("b does not exist");
    expect(() => tree.delete("b")).toThrow("b does not exist");
  });
});
