import { describe, inject } from "vitest";
import { describeEnvironment } from "./environment-contract.js";

describe.skipIf(inject("cluster") === undefined)("environments (needs KUBEBUILDER_ASSETS)", () =>
  describeEnvironment("real"),
);
