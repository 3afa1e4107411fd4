/** The command line of the load, and its words. load.long.program.test.ts runs it. */
import { describe, expect, test } from "vitest";
import { namespaces } from "../../bench/load/kinds.js";
import { parseOptions } from "../../bench/load/options.js";
import { wordsOf } from "../../bench/load/writer.js";
import { ApiError } from "../../src/kube/api-error.js";

test("an error is described by its code and reason", () => {
  expect(wordsOf(new ApiError({ kind: "Status", code: 409, reason: "Conflict" }, 409))).toBe("409 Conflict");
  expect(wordsOf(new Error("closed"))).toBe("closed");
});

describe("options", () => {
  test("have defaults", () => {
    expect(parseOptions([])).toEqual({ minutes: 60, watches: 100, writes: 200, data: false, seed: 1 });
    expect(namespaces.length).toBeGreaterThan(1);
  });

  test.each([["--minutes 5"], ["--watches many"], ["--writes 1.5"], ["--seed -1"], ["--mintes 3"]])(
    "%s is refused",
    (line) => {
      expect(() => parseOptions(line.split(" "))).toThrow(line.split(" ")[0]);
    },
  );
});
