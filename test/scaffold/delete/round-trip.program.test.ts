/** `create` and then `delete` give the bytes of before, in all kinds of projects. */
import { expect, test } from "vitest";
import { checkRoundTrips } from "./round-trips.js";

test("delete undoes every create", async () => {
  const undone = await checkRoundTrips(15, 1);
  for (const part of ["create api {", "--resource=false {", "--controller-name", "defaulting", "conversion"]) {
    expect(undone.filter((text) => text.includes(part)).length, part).toBeGreaterThan(1);
  }
});
