import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { findCycles, valueImports, valueImportsOf } from "./support/value-imports.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const src = path.join(root, "src");

/**
 * Who may import whom. `folders`: the folders of src; `packages`: packages of the registry; `node`: modules of Node
 * that touch the world (the pure ones, listed below, are free to all).
 */
interface Layer {
  readonly folders: readonly string[];
  readonly packages?: readonly string[];
  readonly node?: readonly string[];
}

const pureNodeModules = ["path", "url", "crypto", "util", "buffer", "events", "module", "perf_hooks", "async_hooks"];

const layers: Readonly<Record<string, Layer>> = {
  core: { folders: [], packages: ["yaml", "fastest-levenshtein", "@peculiar/x509", "reflect-metadata"] },
  kube: {
    folders: ["core"],
    packages: ["yaml", "hpagent"],
    node: ["fs", "http", "https", "net", "tls", "os", "child_process", "stream", "zlib", "timers"],
  },
  k8s: { folders: ["kube"] },
  schema: { folders: ["core"], packages: ["re2js"], node: ["fs"] },
  cel: { folders: ["core", "schema"] },
  apiserver: {
    folders: ["core", "schema", "cel", "k8s"],
    packages: ["@peculiar/x509", "reflect-metadata", "yaml"],
    node: ["fs", "http", "https", "net", "stream", "tls", "timers"],
  },
  project: { folders: ["core", "machinery"], packages: ["yaml"], node: ["fs"] },
  machinery: { folders: ["core"], packages: ["handlebars", "diff", "node-diff3"], node: ["fs", "os", "zlib"] },
  model: { folders: ["core", "schema"] },
  source: { folders: ["core", "schema", "model"], packages: ["ts-morph"], node: ["fs", "os", "v8", "vm", "zlib"] },
  refactor: { folders: ["core", "source"], packages: ["ts-morph"] },
  scaffold: { folders: ["core", "project", "machinery", "refactor", "source"], packages: ["yaml"] },
  generate: { folders: ["core", "kube", "project", "schema", "cel", "model"] },
  import: { folders: ["core", "schema", "model", "generate"] },
  render: { folders: ["core", "schema", "kube"], packages: ["yaml"], node: ["fs"] },
  images: { folders: ["core"] },
  helm: { folders: ["core", "schema"], packages: ["yaml"] },
  graph: { folders: ["core", "model"], packages: ["@viz-js/viz"] },
  cluster: { folders: ["core", "kube", "k8s", "project", "machinery"], node: ["fs"] },
  doctor: {
    folders: ["core", "kube", "k8s", "project", "machinery", "scaffold", "cluster"],
    packages: ["semver", "ignore", "@balena/dockerignore"],
    node: ["fs", "os", "net"],
  },
  runtime: {
    folders: ["core", "kube", "k8s"],
    packages: ["pino", "prom-client"],
    node: ["fs", "http", "https", "net", "tls", "os", "process", "timers"],
  },
  testing: {
    folders: ["core", "kube", "schema", "runtime", "cluster", "apiserver"],
    packages: ["fast-check"],
    node: ["fs", "os", "child_process", "http", "https", "net", "stream"],
  },
  commands: {
    folders: [
      "core",
      "kube",
      "project",
      "schema",
      "machinery",
      "model",
      "source",
      "refactor",
      "scaffold",
      "generate",
      "import",
      "render",
      "images",
      "helm",
      "graph",
      "cluster",
      "doctor",
      "apiserver",
    ],
    packages: ["chokidar", "esbuild", "semver", "tar"],
    node: ["fs", "net", "os", "timers", "zlib"],
  },
  cli: {
    folders: ["core", "images", "commands"],
    packages: ["commander", "execa", "yocto-spinner"],
    node: ["fs", "os", "readline", "process", "tty", "child_process"],
  },
  // Its package is an optional peer: what names it is in here, and nothing else of src loads from here.
  "client-node": {
    folders: ["core", "kube"],
    packages: ["@kubernetes/client-node"],
    node: ["http", "https", "stream"],
  },
  "index.ts": { folders: ["core", "kube", "runtime"] },
};

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

/** Where people write code. What is recorded there (test/data/, test/golden/) is JSON, YAML and text, which no one reads line by line. */
const handWritten = [".ci", "bench", "bin", "examples", "scripts", "src", "templates", "test"];
const code = /\.(?:[cm]?[jt]s|go|sh|hbs)$|^\.ci\//;

function filesBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules" && name !== "dist")
    .flatMap((entry) => {
      const file = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesBelow(file) : [file];
    });
}

describe("the files", () => {
  test("none has more than 300 lines, but for those that a script makes", () => {
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
