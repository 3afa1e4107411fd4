import { expect, test } from "vitest";
import { canonicalQuantity } from "../../../src/apiserver/types/quantity-text.js";
import { compareQuantities, parseQuantity } from "../../../src/cel/quantity.js";

/** kube-apiserver accepts some of them, and never responds to a request with the first one. */
test.each(["1e2147483647", "1e100000000", "1e-100000000", "1e1001", "1e99999999999999999999", "9".repeat(1001)])(
  "a quantity that takes too long is none: %#",
  (text) => {
    expect(parseQuantity(text)).toMatch(/^unable to parse/);
    expect(canonicalQuantity(text)).toHaveProperty("fault");
  },
);

test.each(["1e1000", "1e-1000", "9".repeat(1000), `1e${"0".repeat(900)}3`])(
  "one within the limits is read: %#",
  (text) => {
    const quantity = parseQuantity(text);
    if (typeof quantity === "string") throw new Error(quantity);
    expect(compareQuantities(quantity, quantity)).toBe(0);
    expect(canonicalQuantity(text)).toHaveProperty("text");
  },
);
