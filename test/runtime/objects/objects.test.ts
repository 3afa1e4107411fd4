import { describe } from "vitest";
import { createMemoryClient } from "../../../src/testing/index.js";
import { objectContract } from "./object-contract.js";

describe.concurrent("on the client in memory,", () => {
  objectContract({ createClient: () => Promise.resolve(createMemoryClient()), namespace: "default" });
});
