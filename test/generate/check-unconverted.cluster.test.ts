import { describe } from "vitest";
import { assetsFolder } from "../support/control-plane.js";
import { describeLoss } from "./unconverted-contract.js";

describe.skipIf(assetsFolder === undefined)("versions (needs KUBEBUILDER_ASSETS)", () => describeLoss("real"));
