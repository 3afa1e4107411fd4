import path from "node:path";
import { expect, test } from "vitest";
import { checkout, createExtensionProject } from "../support/extension-project.js";
import { succeed } from "../support/shell.js";

test("the own tests of a fresh extension API server pass", async () => {
  const vitest = path.join(checkout, "node_modules/vitest/vitest.mjs");
  const text = await succeed(process.execPath, [vitest, "run", "--reporter=json"], {
    cwd: await createExtensionProject(),
    env: { KUBEBUILDER_ASSETS: undefined }, // on the embedded API server, as most users have it
  });
  expect(JSON.parse(text)).toMatchObject({ success: true, numTotalTests: 10, numPassedTests: 10 });
});
