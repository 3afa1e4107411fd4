import { describe, inject, test } from "vitest";
import { describeLoss } from "./unconverted-contract.js";

if (inject("cluster") === undefined) {
  describe.skip("the real API server (needs KUBEBUILDER_ASSETS)", () => test("is skipped", () => {}));
} else describeLoss("real");
