import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { type Diagnostic, formatDiagnostic, sortDiagnostics } from "../../src/core/diagnostic.js";
import { generateManifests, type ManifestsOptions, type ManifestsResult } from "../../src/generate/manifests.js";
import type { Model } from "../../src/model/model.js";
import { PackedTypes } from "../../src/schema/packed-types.js";
import { readSources } from "../../src/source/load.js";
import { parseFile } from "../../src/source/parsed-file.js";
import { parseOnce } from "../../src/source/read-programs.js";
import type { SourceHost } from "../../src/source/source-host.js";

const golden = fileURLToPath(new URL("../golden/", import.meta.url));

export type FileMap = Readonly<Record<string, string>>;

/** A folder of `test/golden/<kind>`. */
export interface GoldenCase {
  readonly name: string;
  readonly folder: string;
  readonly input: FileMap;
  readonly options: Partial<ManifestsOptions>;
}

export function goldenCases(kind: "manifests" | "diagnostics"): GoldenCase[] {
  return readdirSync(path.join(golden, kind)).map((name) => {
    const folder = path.join(golden, kind, name);
    const options = path.join(folder, "options.json");
    return {
      name,
      folder,
      input: readFolder(path.join(folder, "input")),
      options: existsSync(options) ? (JSON.parse(readFileSync(options, "utf8")) as Partial<ManifestsOptions>) : {},
    };
  });
}

/** Returns the text of every file below a folder, by path; empty if the folder does not exist. */
export function readFolder(folder: string): FileMap {
  if (!existsSync(folder)) return {};
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
  return Object.fromEntries(
    files.toSorted().map((file) => [path.relative(folder, file).replaceAll(path.sep, "/"), readFileSync(file, "utf8")]),
  );
}

/** A project that exists only in memory. */
export function memoryHost(files: FileMap): SourceHost {
  return { files: () => Object.keys(files).filter((file) => file.endsWith(".ts")), read: (file) => files[file] };
}

export interface Run extends ManifestsResult {
  readonly model: Model;
  readonly diagnostics: readonly Diagnostic[];
}

// Most cases differ in one file: the others, and tsop's own declarations, are the same.
const kubernetes = new PackedTypes();
const parse = parseOnce(parseFile);

export function runManifests(files: FileMap, options: Partial<ManifestsOptions> = {}): Run {
  const { model, diagnostics } = readSources({ root: "/nowhere", host: memoryHost(files), kubernetes, parse });
  const existing = { read: (): undefined => undefined, list: (): string[] => [] };
  const result = generateManifests(model, {
    domain: "abc.com",
    projectName: "demo",
    namespaced: false,
    existing,
    ...options,
  });
  return { ...result, model, diagnostics: sortDiagnostics([...diagnostics, ...result.diagnostics]) };
}

export function printDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${formatDiagnostic(diagnostic)}\n`).join("");
}

/** Compares files with those of a folder; with UPDATE_GOLDEN=1, writes them to the folder. */
export function expectFolder(folder: string, files: FileMap): void {
  if (process.env["UPDATE_GOLDEN"] === "1") {
    rmSync(folder, { recursive: true, force: true });
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    }
  }
  expect(files).toEqual(readFolder(folder));
}

/** Drops diagnostics about missing conversions: check-unconverted.test.ts covers them, and the cases only check the output. */
export function withoutUnconverted(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.filter(({ code }) => code !== "crd/unconverted");
}
