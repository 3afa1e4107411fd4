/** `create` and then `delete` give the bytes of before, in very many projects. */
import { expect, test } from "vitest";
import { checkRoundTrips } from "./round-trips.js";

test("delete undoes every create", { timeout: 600_000 }, async () => {
  expect((await checkRoundTrips({ numRuns: 1500 })).length).toBeGreaterThan(1000);
});
