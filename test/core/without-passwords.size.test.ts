import { test } from "vitest";
import { withoutPasswords } from "../../src/core/without-passwords.js";
import { expectLinear } from "../support/expect-linear.js";

test.each(["://a", "://", "a", "@", ":/"])(
  "an address of many %j is shown in time that grows with its length",
  (part) => {
    expectLinear((n) => part.repeat(n), withoutPasswords);
  },
);
