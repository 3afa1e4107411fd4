import { test } from "vitest";
import { readRequest } from "../../../src/testing/environment/request-attributes.js";
import { expectLinear } from "../../support/expect-linear.js";

test("long addresses take time in proportion to their length", () => {
  expectLinear(
    (n) => `/${"%2f/".repeat(n)}?${"a=b&".repeat(n)}`,
    (url) => readRequest("GET", url),
    { upTo: 50_000 },
  );
});
