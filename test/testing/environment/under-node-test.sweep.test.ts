import { test } from "vitest";
import { expectToRun } from "./under-node-test.js";

test("four processes at once, three of them with eight environments each, share nothing", async () => {
  await expectToRun(3, 8);
});
