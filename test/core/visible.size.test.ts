import { test } from "vitest";
import { visible } from "../../src/core/visible.js";
import { expectLinear } from "../support/expect-linear.js";

test("takes time in proportion to its length", () => {
  for (const part of ["\u001b[", "\u001b[1;", "\r", "a", "\u202e"])
    expectLinear(
      (n) => part.repeat(n),
      (text) => visible(text, { colours: true }),
    );
});
