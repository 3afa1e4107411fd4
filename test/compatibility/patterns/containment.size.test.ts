import { expect, test } from "vitest";
import { patternContainment } from "../../../src/compatibility/patterns/containment.js";
import { readProgram } from "../../../src/compatibility/patterns/program.js";
import { expectLinear } from "../../support/expect-linear.js";
import { processorTime } from "../../support/processor-time.js";

test.each(["(a|b)", "[a-z]", "(", "a|", "(?i:k)", "a{2}", "\\Qa", "[[:alpha:]", "^\\b$"])(
  "a pattern of many %s is read in linear time",
  (part) => expectLinear((n) => part.repeat(n), readProgram, { upTo: 20_000 }),
);

const attacks: readonly ((n: number) => string)[] = [
  (n) => `(a|b)*a(a|b){${Math.min(n, 1000)}}`,
  (n) => `(?:${"(?:a|b)?".repeat(n)})*`,
  (n) => `^${"(?:a*b)*".repeat(n)}$`,
  (n) => Array.from({ length: n }, (_, index) => `[\\x{${(4096 + 3 * index).toString(16)}}-\\x{10ffff}]`).join("|"),
];

test.each(attacks.map((attack) => [attack(3), attack] as const))("a comparison like that of %s ends", (_, attack) => {
  for (const n of [10, 100, 1000, 10_000]) {
    const time = processorTime(() => void patternContainment(attack(n), `${attack(n)}c`));
    expect(time, `of ${n} parts`).toBeLessThan(20_000);
  }
});
