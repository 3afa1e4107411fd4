/** `create` and then `delete` give the bytes of before, in very many projects. */
import { expect, test } from "vitest";
import { checkRoundTrips } from "./round-trips.js";
import { propertySeed } from "../../support/property-seed.js";

/** Twice as many projects run only one more branch of `src/`, which refuses a mode. With half as many, nine functions run less. */
test("delete undoes every create", { timeout: 600_000 }, async () => {
  expect((await checkRoundTrips(750, propertySeed)).length).toBeGreaterThan(500);
});
