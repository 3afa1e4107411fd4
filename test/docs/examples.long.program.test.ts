import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { documentationPages } from "../support/documentation-pages.js";
import { compileTexts } from "../support/compile-types.js";

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
  const pages = ["README.md", ...documentationPages().map((name) => `docs/${name}`)].flatMap((name) =>
    examplesIn(name, readFileSync(path.join(root, name), "utf8")),
  );
  return [...sources, ...pages];
}

test("the examples of the doc comments and the documentation compile", () => {
  const found = examples();
  const byPath = new Map(
    found.map(({ file, code }) => [path.join(root, "test/docs", file.replaceAll(/[\\/]/g, "_")), code]),
  );
  const looser = { exactOptionalPropertyTypes: false, verbatimModuleSyntax: false, erasableSyntaxOnly: false };
  expect(compileTexts(byPath, looser)).toEqual([]);
  expect(found.length).toBeGreaterThan(0);
});
