/** The sources of a fresh extension API server, and the tests beside them. */
import { ESLint } from "eslint";
import { expect, test } from "vitest";
import { compileProject } from "../support/compile-project.js";
import { createExtensionProject } from "../support/extension-project.js";
import { filesOf } from "../support/temp-folder.js";

const root = await createExtensionProject();

test("compile", () => {
  const sources = Object.entries(filesOf(root)).filter(([file]) => !file.startsWith("node_modules/"));
  expect(compileProject(Object.fromEntries(sources))).toEqual([]);
});

test("pass the project's own ESLint", async () => {
  const results = await new ESLint({ cwd: root }).lintFiles([
    ...["apiserver.ts", "apiserver/{reading,record,load}_*.ts", "apiserver/v1/*.ts"],
  ]);
  expect(results).toHaveLength(1 + 3 * 2 + 2 + 2);
  const faults = results.flatMap(({ filePath, messages }) => messages.map(({ message }) => [filePath, message]));
  expect(faults).toEqual([]);
});
