/** What the end-to-end test of a scaffold refuses, before it deploys or deletes anything. */
import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { scaffold } from "../support/scaffolds.js";
import { run } from "../support/shell.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

const repository = fileURLToPath(new URL("../../", import.meta.url));

/** Writes down what it is called with, and says that there is such a namespace. */
const fake = `#!${process.execPath}
import { appendFileSync } from "node:fs";
appendFileSync(process.env.CALLS, process.argv.slice(2).join(" ") + "\\n");
console.log("namespace/demo-system");
`;

test.each([
  [
    "without a context",
    "",
    "Set the context of a cluster that you can delete: E2E_CONTEXT=kind-kind npm run test:e2e",
    undefined,
  ],
  [
    "in a cluster that has the operator already",
    "kind-mine",
    "demo-system already exists in kind-mine, and this test would delete it. Delete it first.",
    "--context kind-mine --namespace demo-system get namespace demo-system --ignore-not-found\n",
  ],
])("%s the end-to-end test of a scaffold ends, and says what to do", async (_, context, message, called) => {
  const root = tempFolder(await scaffold());
  symlinkSync(path.join(repository, "node_modules"), path.join(root, "node_modules"));
  writeFiles(root, { "bin/kubectl": fake, "bin/npx": fake });
  for (const name of ["kubectl", "npx"]) chmodSync(path.join(root, "bin", name), 0o755);
  const calls = path.join(root, "calls");
  const inner = Object.fromEntries(
    Object.keys(process.env).flatMap((name) => (name.startsWith("VITEST") ? [[name, undefined]] : [])),
  );
  const { code, stdout, stderr } = await run(
    process.execPath,
    [path.join(repository, "node_modules/vitest/vitest.mjs"), "run", "--config", "test/e2e/vitest.config.ts"],
    { cwd: root, env: { ...inner, PATH: path.join(root, "bin"), CALLS: calls, E2E_CONTEXT: context, NO_COLOR: "1" } },
  );
  expect(code, stdout + stderr).toBe(1);
  expect(stdout + stderr).toContain(message);
  expect(existsSync(calls) ? readFileSync(calls, "utf8") : undefined).toBe(called);
});
