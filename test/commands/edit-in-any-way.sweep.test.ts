import { expect, test } from "vitest";
import { editInAnyWay } from "./edit-in-any-way.js";

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  "the way by which a project came to be as it is does not show (seed %i)",
  async (seed) => {
    expect.hasAssertions();
    await editInAnyWay(seed);
  },
);
