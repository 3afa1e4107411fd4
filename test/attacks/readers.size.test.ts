/** Whatever reads what others wrote takes time in proportion to its length. */
import { describe, test } from "vitest";
import { measure } from "./readers/measure.js";
import { texts } from "./readers/texts.js";
import { values } from "./readers/values.js";

describe.each(Object.entries({ ...texts, ...values }))("%s takes time in proportion to the size", (_, cases) => {
  test.each(cases)("$name", measure);
});
