import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

interface Example {
  /** A name that leads back to the text. */
  readonly file: string;
  readonly code: string;
}

/** The fenced TypeScript blocks that import something: what a reader would paste into a file. */
function examplesIn(file: string, text: string): Example[] {
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code = ""], index) => ({ file: `${file}#${index + 1}.ts`, code }))
    .filter(({ code }) => /^import /m.test(code));
}

function docComments(file: string): Example[] {
  const text = readFileSync(path.join(root, file), "utf8");
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(([comment], index) =>
    examplesIn(`${file}-${index + 1}`, comment.replace(/^ *\* ?/gm, "")),
  );
}

function examples(): Example[] {
  const sources = readdirSync(path.join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("k8s"))
    .flatMap((file) => docComments(path.join("src", file)));
  const pages = ["README.md", ...readdirSync(path.join(root, "docs")).map((name) => `docs/${name}`)]
    .filter((name) => name.endsWith(".md"))
    .flatMap((name) => examplesIn(name, readFileSync(path.join(root, name), "utf8")));
  return [...sources, ...pages];
}

test("the examples of the doc comments and the documentation compile", { timeout: 60_000 }, () => {
  const found = examples();
  const byPath = new Map(
    found.map(({ file, code }) => [path.join(root, "test/docs", file.replaceAll(/[\\/]/g, "_")), code]),
  );
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts"],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
    paths: {
      tsop: [`${root}src/index.ts`],
      "tsop/testing": [`${root}src/testing/index.ts`],
      "tsop/client-node": [`${root}src/client-node/index.ts`],
      "tsop/k8s/*": [`${root}src/k8s/*.ts`],
    },
  };
  const host = ts.createCompilerHost(options);
  const disk = { ...host };
  host.fileExists = (file) => byPath.has(file) || disk.fileExists(file);
  host.readFile = (file) => byPath.get(file) ?? disk.readFile(file);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const code = byPath.get(file);
    return code === undefined
      ? disk.getSourceFile(file, languageVersion, ...rest)
      : ts.createSourceFile(file, code, languageVersion);
  };
  const program = ts.createProgram([...byPath.keys()], options, host);
  const problems = [...byPath.keys()].flatMap((file) => {
    const source = program.getSourceFile(file);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${path.basename(file)}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  });
  expect(problems).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});
