/** Whatever reads what others wrote takes time in proportion to its length. */
import { describe, test } from "vitest";
import { measure } from "./readers/measure.js";
import { measured } from "./readers/measured.js";

describe.each(Object.entries(measured))("%s takes time in proportion to the size", (_, cases) => {
  test.each(cases)("$name", measure);
});
