import { test } from "vitest";
import { splitSelector } from "../../src/core/split-selector.js";
import { expectLinear } from "../support/expect-linear.js";

test.each([",", "a in (b,c),", "(", ")"])(
  "a selector of many %j is split in time that grows with its length",
  (part) => {
    expectLinear((size) => part.repeat(size), splitSelector);
  },
);
