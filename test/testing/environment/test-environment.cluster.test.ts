import { describe, inject, test } from "vitest";
import { describeEnvironment } from "./environment-contract.js";

if (inject("cluster") === undefined) {
  describe.skip("a test environment on the real server (needs KUBEBUILDER_ASSETS)", () => test("is skipped", () => {}));
} else describeEnvironment("real");
