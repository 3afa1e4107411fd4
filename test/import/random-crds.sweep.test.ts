import { expect, test } from "vitest";
import { formatDiagnostic } from "../../src/core/diagnostic.js";
import { crdMeaning } from "../support/crd-semantics.js";
import { importAgain } from "../support/import-again.js";
import { randomCrd } from "../support/random-crd.js";
import { seeded } from "../support/seeded.js";

/** What a random schema is right to be told of. */
const expected: readonly string[] = ["schema/unknown-format", "import/doubtful"];

/** More of them with ROUNDS=20000; the seed is the same, so the first ones are too. */
const rounds = Number(process.env["ROUNDS"] ?? 150);

test("a random schema, printed as types and generated again, is the same", () => {
  const random = seeded(20_261_121);
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    const crd = randomCrd(random);
    const { crd: again, files, diagnostics } = importAgain(crd);
    // The rules are random as well: in a list without an end, the cheapest costs too much.
    if (diagnostics.some(({ code, message }) => code === "import/invalid" && message.includes("estimated cost"))) {
      refused += 1;
      continue;
    }
    const context = `round ${round}:\n${Object.values(files).join("\n")}`;
    const serious = diagnostics.filter(
      ({ code, severity }) => !expected.includes(code) && !(severity === "warning" && code.startsWith("schema/")),
    );
    expect(serious.map(formatDiagnostic), context).toEqual([]);
    expect(crdMeaning(again, { descriptions: true }), context).toEqual(crdMeaning(crd, { descriptions: true }));
  }
  expect(refused / rounds).toBeLessThan(0.3);
}, 600_000);
