import { describe, inject } from "vitest";
import { describeLoss } from "./unconverted-contract.js";

describe.skipIf(inject("cluster") === undefined)("versions (needs KUBEBUILDER_ASSETS)", () => describeLoss("real"));
