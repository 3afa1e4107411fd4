import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { layers, pureNodeModules } from "./support/layers.js";
import { findCycles, valueImports, valueImportsOf } from "./support/value-imports.js";
import { compiler as ts } from "../src/source/compiler.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const src = path.join(root, "src");

interface Import {
  readonly file: string;
  readonly specifier: string;
}

function importsOf(file: string): Import[] {
  const { importedFiles } = ts.preProcessFile(readFileSync(path.join(src, file), "utf8"), true, true);
  return importedFiles.map(({ fileName }) => ({ file, specifier: fileName }));
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll(path.sep, "/"))
  .filter((file) => file.endsWith(".ts"));

function folderOf(file: string): string {
  return file.split("/")[0]!;
}

function violation({ file, specifier }: Import): string | undefined {
  const layer = layers[folderOf(file)];
  if (layer === undefined) return `${file}: its folder is not in the layer table`;
  if (specifier.startsWith(".")) {
    const target = folderOf(path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, ".ts"));
    return target === folderOf(file) || layer.folders.includes(target) ? undefined : `${file} imports ${target}`;
  }
  const nodeName = specifier.replace(/^node:/, "").split("/")[0]!;
  if (specifier.startsWith("node:") || builtinModules.includes(nodeName)) {
    return pureNodeModules.includes(nodeName) || layer.node?.includes(nodeName)
      ? undefined
      : `${file} imports ${specifier}`;
  }
  const packageName = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  return layer.packages?.includes(packageName) ? undefined : `${file} imports ${packageName}`;
}

describe("the layers", () => {
  test("each file imports only what the table allows", () => {
    expect(
      files
        .flatMap(importsOf)
        .map(violation)
        .filter((text) => text !== undefined),
    ).toEqual([]);
  });

  test("the table allows no cycle between folders", () => {
    const visit = (name: string, trail: readonly string[]): readonly string[] | undefined =>
      trail.includes(name)
        ? [...trail, name]
        : layers[name]?.folders.map((next) => visit(next, [...trail, name])).find((cycle) => cycle !== undefined);
    expect(
      Object.keys(layers)
        .map((name) => visit(name, []))
        .filter((cycle) => cycle !== undefined),
    ).toEqual([]);
  });

  test("every folder of the table is there", () => {
    const present = new Set(files.map(folderOf));
    expect(Object.keys(layers).filter((name) => !present.has(name))).toEqual([]);
  });
});

const mostLines = 300;

/** The folders with code that people write. Recorded data (test/data/, test/golden/) is JSON, YAML and text, which this test ignores. */
const handWritten = [".ci", "bench", "bin", "examples", "scripts", "site", "src", "templates", "test"];
const code = /\.(?:[cm]?[jt]s|go|sh|hbs)$|^\.ci\//;

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => !["node_modules", "dist", "generated"].includes(name))
    .flatMap((entry) => {
      const file = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(file) : [file];
    });
}

describe("the files", () => {
  test("none has more than 300 lines, except generated files", () => {
    const all = handWritten.flatMap(filesBelow).filter((file) => code.test(file));
    expect(all.length).toBeGreaterThan(files.length + 500);
    const long = all.filter((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return !/^(?:\/\/|\/\*\*?) (?:Made|Generated) by /.test(text) && text.split("\n").length - 1 > mostLines;
    });
    expect(long).toEqual([]);
  });

  test("no file takes values from one that takes values from it", () => {
    expect(findCycles(valueImports(src, files)).map((cycle) => cycle.join(" -> "))).toEqual([]);
  });

  test("a circle is found once, however long it is and wherever one enters it", () => {
    const imports = new Map([
      ["entry.ts", ["a.ts", "c.ts"]],
      ["a.ts", ["b.ts"]],
      ["b.ts", ["c.ts", "leaf.ts"]],
      ["c.ts", ["a.ts"]],
      ["self.ts", ["self.ts"]],
    ]);
    expect(findCycles(imports)).toEqual([
      ["a.ts", "b.ts", "c.ts", "a.ts"],
      ["self.ts", "self.ts"],
    ]);
  });

  test.each([
    ['import { a } from "./a.js";', ["x/a.ts"]],
    ['import a from "../a.js";', ["a.ts"]],
    ['import * as a from "./a.js";', ["x/a.ts"]],
    ['import "./a.js";', ["x/a.ts"]],
    ['import {} from "./a.js";', ["x/a.ts"]],
    ['import { a, type A } from "./a.js";', ["x/a.ts"]],
    ['export { a } from "./a.js";', ["x/a.ts"]],
    ['export * from "./a.js";', ["x/a.ts"]],
    ['import { type A } from "./a.js";', []],
    ['import type { A } from "./a.js";', []],
    ['export type { A } from "./a.js";', []],
    ['export type * from "./a.js";', []],
    ['export { type A } from "./a.js";', []],
    ['import { a } from "package";', []],
    ['const a = await import("./a.js");', []],
  ])("%s", (text, expected) => {
    expect(valueImportsOf("x/file.ts", text)).toEqual(expected);
  });
});
