import { describe } from "vitest";
import { assetsFolder } from "../support/control-plane.js";
import { describeServedConversion } from "./served-conversion.js";

describe.skipIf(assetsFolder === undefined)("conversions (needs KUBEBUILDER_ASSETS)", () =>
  describeServedConversion("real"),
);
