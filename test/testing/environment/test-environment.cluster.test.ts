import { describe } from "vitest";
import { assetsFolder } from "../../support/control-plane.js";
import { describeEnvironment } from "./environment-contract.js";

describe.skipIf(assetsFolder === undefined)("environments (needs KUBEBUILDER_ASSETS)", () =>
  describeEnvironment("real"),
);
