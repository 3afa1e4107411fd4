import { test } from "vitest";
import { expectToRun } from "./under-node-test.js";

test("the example of the documentation runs, and so does what else a test does, in two processes at once", async () => {
  await expectToRun(1, 3);
});
