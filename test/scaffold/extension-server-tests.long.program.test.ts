import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { checkout, createExtensionProject } from "../support/extension-project.js";
import { succeed } from "../support/shell.js";

test("the own tests of a fresh extension API server pass", async () => {
  const vitest = path.join(checkout, "node_modules/vitest/vitest.mjs");
  const root = await createExtensionProject();
  const kinds = readdirSync(path.join(root, "apiserver")).filter((name) => name.endsWith("_resource.ts"));
  const [rules, conversions] = [2, 1];
  // In one process: each would load tsop again.
  const text = await succeed(process.execPath, [vitest, "run", "--no-isolate", "--maxWorkers=1", "--reporter=json"], {
    cwd: root,
    env: { KUBEBUILDER_ASSETS: undefined }, // on the embedded API server, as most users have it
  });
  expect(JSON.parse(text)).toMatchObject({ success: true, numPassedTests: 2 * kinds.length + rules + conversions });
});
