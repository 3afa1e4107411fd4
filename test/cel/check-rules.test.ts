import { describe, expect, test } from "vitest";
import { cases, ourVerdict, randomCases, randomCount, readVerdicts } from "./verdicts.js";

describe("rules that the API server has judged", () => {
  const verdicts = readVerdicts();

  test("are all there", () => {
    expect([...verdicts.keys()]).toEqual([...cases, ...randomCases(randomCount)].map(({ name }) => name));
  });

  test.each(cases)("get its verdict: $name", ({ name, schema }) => {
    expect(ourVerdict(schema)).toBe(verdicts.get(name));
  });

  test("get its verdict when they are made by chance", () => {
    const ours = randomCases(randomCount).map(({ name, schema }) => [name, ourVerdict(schema)]);
    expect(ours).toEqual(ours.map(([name = ""]) => [name, verdicts.get(name)]));
  });
});
