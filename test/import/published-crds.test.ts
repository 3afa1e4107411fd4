import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { readBuiltInTypes } from "../../src/import/built-in-types.js";
import { importCrds } from "../../src/import/import-crd.js";
import { crdMeaning } from "../support/crd-semantics.js";
import { importAgain } from "../support/import-again.js";
import { parsePublishedCrd, publishedCrds } from "../support/published-crds.js";
import { randomCrd } from "../support/random-crd.js";
import { seeded } from "../support/seeded.js";

const builtIn = readBuiltInTypes();
const published = publishedCrds().map((name) => ({ name, crd: parsePublishedCrd(name) }));

test("there are 43 published CRDs", () => {
  expect(published).toHaveLength(43);
});

describe("a published CRD", () => {
  test.each(published)("comes back as it was: $name", ({ crd }) => {
    const { crd: again, files, diagnostics } = importAgain(crd);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    expect(crdMeaning(again)).toEqual(crdMeaning(crd));

    // The same with the types of Kubernetes in it, whose fields have no descriptions.
    const withTypes = importAgain(crd, builtIn);
    expect(withTypes.diagnostics.map(formatDiagnostic)).toEqual([]);
    expect(crdMeaning(withTypes.crd)).toEqual(crdMeaning(crd));

    // What was generated is imported as the same types.
    const types = importCrds([again], "generated.yaml").kinds.map((kind) => kind.types);
    expect(types.toSorted()).toEqual(Object.values(files).toSorted());
  });
});

const root = fileURLToPath(new URL("../../", import.meta.url));

/** As strict as a scaffolded project. */
const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ["lib.es2023.d.ts"],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
  paths: { tsop: [`${root}src/index.ts`], "tsop/k8s/*": [`${root}src/k8s/*.ts`] },
};

test("the types of all published CRDs, and of random ones, compile", { timeout: 60_000 }, () => {
  const random = seeded(1);
  const imported = [
    ...published.map(({ crd }) => importCrds([crd], "crd.yaml", builtIn)),
    ...published.filter(({ name }) => name.startsWith("cert-manager/")).map(({ crd }) => importCrds([crd], "crd.yaml")),
    ...Array.from({ length: 40 }, () => importCrds([randomCrd(random)], "crd.yaml")),
  ];
  const files = new Map(
    imported
      .flatMap(({ kinds }) => kinds)
      .map(({ types }, index) => [path.join(root, "test/import", `types-${index}.ts`), types]),
  );
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.fileExists = (file) => files.has(file) || disk.fileExists(file);
  host.readFile = (file) => files.get(file) ?? disk.readFile(file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? disk.getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, text, languageVersion);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  const faults = [...files.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  expect(
    faults.map(
      ({ file, start = 0, messageText }) => `${JSON.stringify(messageText)}: ${file?.text.slice(start, start + 80)}`,
    ),
  ).toEqual([]);
});
