/** `create` and then `delete` give the bytes of before, in very many projects. */
import { expect, test } from "vitest";
import { checkRoundTrips } from "./round-trips.js";
import { propertySeed } from "../../support/property-seed.js";

test("delete undoes every create", { timeout: 600_000 }, async () => {
  expect((await checkRoundTrips(1500, propertySeed)).length).toBeGreaterThan(1000);
});
