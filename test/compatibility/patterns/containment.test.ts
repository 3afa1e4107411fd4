import { describe, expect, test } from "vitest";
import { patternContainment, textContainment } from "../../../src/compatibility/patterns/containment.js";
import { findText } from "../../../src/compatibility/patterns/find-text.js";
import { Patterns } from "../../../src/schema/patterns.js";
import type { Schema } from "../../../src/schema/schema.js";
import { processorTime } from "../../support/processor-time.js";
import { seeded } from "../../support/seeded.js";

const patterns = new Patterns();

function matches(pattern: string, text: string): boolean {
  const compiled = patterns.compile(pattern);
  if (typeof compiled !== "function") throw new Error(compiled.fault);
  return compiled(text);
}

describe("the relation of two patterns", () => {
  test.each([
    ["^a$", "^a$"],
    ["^(a|b)$", "^[ab]$"],
    ["^a+$", "^aa*$"],
    ["^a{2,3}$", "^aaa?$"],
    ["a", "(?s)^.*a"],
    ["(?s)a.*", "a"],
    ["^[a-z]{0,3}$", "^([a-z][a-z]?[a-z]?)?$"],
    ["(?i)^k$", "^[kK\u212a]$"],
    ["^\\d$", "^[0-9]$"],
    ["^(?:ab)*$", "^(?:(?:ab)(?:ab)?)?(?:abab)*$"],
    ["\\bfoo\\b", "(?:^|[^0-9A-Za-z_])foo(?:[^0-9A-Za-z_]|$)"],
    ["(?m)^a$", "(?:^|\\n)a(?:\\n|$)"],
    ["^$", "\\A\\z"],
    ["x*", ""],
  ])("%s allows the same as %s", (before, after) => {
    expect(patternContainment(before, after)).toEqual({ kind: "same" });
  });

  test.each([
    ["^a$", "^[ab]$", "b"],
    ["^a$", "a", "aa"],
    ["^[a-z]+$", "^[a-z]*$", ""],
    ["^[a-z]([-a-z0-9]*[a-z0-9])?$", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "0"],
    ["^.$", "(?s)^.$", "\n"],
    ["^[a-z0-9.-]+$", "^[a-z0-9._-]+$", "_"],
    ["^a{1,9}$", "^a{1,10}$", "aaaaaaaaaa"],
    ["^\\p{Lu}$", "^\\p{L}$", "a"],
    ["^v[0-9]+$", "^v[0-9]+(alpha|beta)?[0-9]*$", "v0beta"],
    ["^a$", "^(?i:a)$", "A"],
    ["^(?:[^a]|\\x{10FFFF})$", "^(?:.|\\n)$", "a"],
  ])("%s is narrower than %s, which allows %j", (narrow, wide, text) => {
    expect(patternContainment(narrow, wide)).toEqual({ kind: "wider", onlyAfter: text });
    expect(patternContainment(wide, narrow)).toEqual({ kind: "narrower", onlyBefore: text });
  });

  test("can be neither", () => {
    expect(patternContainment("^[ab]$", "^[bc]$")).toEqual({ kind: "other", onlyBefore: "a", onlyAfter: "c" });
  });

  test.each(["(", "a**", "(?=a)", "\\1", "[z-a]", "(?<=a)b"])(
    "is unknown for %s, which RE2 does not have",
    (invalid) => {
      expect(patternContainment("^a$", invalid)).toMatchObject({
        kind: "unknown",
        reason: expect.stringContaining("the pattern ") as string,
      });
      expect(patternContainment(invalid, "^a$").kind).toBe("unknown");
    },
  );

  test.each([
    ["(a|b)*a(a|b){20}", "(a|b)*b(a|b){20}"],
    ["^(((a{0,10}){0,10}){0,9})*$", "^(((a{0,9}){0,10}){0,10})*b$"],
    ["^(?:[a-z]{0,1000}|[b-z]{3,999}x)*$", "^(?:[a-y]{0,999})*[a-q]{500}$"],
    ["[^a]{1,1000}b", "[^b]{1,1000}a"],
  ])("ends after its limit for %s", (before, after) => {
    expect(processorTime(() => void patternContainment(before, after, 300_000))).toBeLessThan(5000);
  });

  test("names the limit that it reached", () => {
    expect(patternContainment("(a|b)*a(a|b){20}c", "(a|b)*b(a|b){20}c", 100_000)).toEqual({
      kind: "unknown",
      reason: "the search took more than 100000 steps",
    });
  });
});

describe("random patterns", () => {
  const letters = ["a", "b", "-"];
  const texts = [""];
  for (let at = 0; texts.length < 400; at += 1) texts.push(...letters.map((each) => texts[at]! + each));

  const randomPattern = (random: () => number, depth: number): string => {
    const pick = (options: readonly string[]): string => options[Math.floor(random() * options.length)]!;
    const inner = (): string => randomPattern(random, depth - 1);
    if (depth === 0) return pick(["a", "b", "-", "[ab]", "[^a]", ".", "\\w", "^", "$", "\\b", "\\B", "(?i:A)", ""]);
    return pick([
      `${inner()}${inner()}`,
      `(?:${inner()}|${inner()})`,
      `(?:${inner()})${pick(["*", "+", "?", "{2}", "{1,3}", "{2,}"])}`,
      `^${inner()}$`,
      inner(),
    ]);
  };

  test("are compared like the API server matches", () => {
    const random = seeded(11);
    const kinds = new Map<string, number>();
    for (let count = 0; count < 400; count += 1) {
      const [before, after] = [randomPattern(random, 3), randomPattern(random, 3)];
      const found = patternContainment(before, after);
      kinds.set(found.kind, (kinds.get(found.kind) ?? 0) + 1);
      const about = `${before} and ${after}`;
      const differing = (in1: string, in2: string): string[] =>
        texts.filter((text) => matches(in1, text) && !matches(in2, text));
      const [lost, gained] = [differing(before, after), differing(after, before)];
      if (lost.length > 0) expect(found.kind, about).toMatch(/^(?:narrower|other)$/);
      if (gained.length > 0) expect(found.kind, about).toMatch(/^(?:wider|other)$/);
      if ("onlyBefore" in found) {
        expect(matches(before, found.onlyBefore) && !matches(after, found.onlyBefore), about).toBe(true);
        if (lost.length > 0) expect(found.onlyBefore.length, about).toBeLessThanOrEqual(lost[0]!.length);
      }
      if ("onlyAfter" in found) {
        expect(matches(after, found.onlyAfter) && !matches(before, found.onlyAfter), about).toBe(true);
      }
    }
    expect(kinds.get("unknown")).toBeUndefined();
    for (const kind of ["same", "wider", "narrower", "other"]) expect(kinds.get(kind), kind).toBeGreaterThan(10);
  });

  test("ignore case like the API server", () => {
    for (const letter of "aks1ß漢ιΣǅÅθДﬅ-_") {
      const pattern = `(?i)^${letter}$`;
      const folded = Array.from("aAkK\u212asSſ1ßẞ漢ιΙ\u0345\u1fbeΣσςǅǄǆÅå\u212bθΘϑϴДдᲁﬅﬆ-_").filter((each) =>
        matches(pattern, each),
      );
      expect(patternContainment(pattern, `^[${folded.join("").replace(/^(.*)-(.*)$/u, "$1$2-")}]$`), letter).toEqual({
        kind: "same",
      });
    }
  });
});

describe("a search of a text", () => {
  test.each([
    [{ matching: ["^[a-z]+$"], minLength: 3 }, "aaa"],
    [{ matching: ["^[a-z]+$", "x"], failing: ["^x"] }, "ax"],
    [{ matching: ["^(?:abc)*$"], minLength: 4 }, "abcabc"],
    [{ matching: [], failing: ["^[0-9]*$"] }, "a"],
    [{ matching: ["^[a-z]*$"], minLength: 300, maxLength: 300 }, "a".repeat(300)],
  ])("%j finds %j", (search, text) => {
    expect(findText(search)).toEqual({ kind: "found", text });
  });

  test.each([
    { matching: ["^a*$", "b"] },
    { matching: ["^(?:abc)*$"], minLength: 4, maxLength: 5 },
    { matching: [""], minLength: 2, maxLength: 1 },
    { matching: ["a"], failing: [] },
    { matching: ["a"], failing: ["a|b"] },
  ])("%j finds none", (search) => {
    expect(findText(search)).toEqual({ kind: "none" });
  });
});

describe("schemas of texts", () => {
  const cases: readonly [string, Schema, Schema, unknown][] = [
    ["a longer text", { maxLength: 3 }, { maxLength: 5 }, { kind: "wider", onlyAfter: "aaaa" }],
    ["a shorter text", { minLength: 2 }, { minLength: 1 }, { kind: "wider", onlyAfter: "a" }],
    [
      "a pattern that a length already implies",
      { pattern: "^[a-z]{0,3}$" },
      { pattern: "^[a-z]*$", maxLength: 3 },
      { kind: "same" },
    ],
    [
      "another enum",
      { enum: ["a", "b"] },
      { enum: ["b", "c.d"] },
      { kind: "other", onlyBefore: "a", onlyAfter: "c.d" },
    ],
    ["a pattern in place of an enum", { enum: ["a", "b"] }, { pattern: "^[ab]$" }, { kind: "same" }],
    ["no enum", { enum: ["x"] }, {}, { kind: "wider", onlyAfter: "" }],
    [
      "an enum of nothing in common with its pattern",
      { enum: ["A"], pattern: "^a$" },
      { pattern: "^b$" },
      { kind: "wider", onlyAfter: "b" },
    ],
    ["a format", {}, { format: "date" }, { kind: "narrower", onlyBefore: "" }],
    [
      "a format that no pattern describes",
      { minLength: 1 },
      { minLength: 1, format: "ipv4" },
      { kind: "narrower", onlyBefore: "a" },
    ],
    [
      "a length of a format",
      { format: "uuid" },
      { format: "uuid", minLength: 33 },
      { kind: "narrower", onlyBefore: "a".repeat(32) },
    ],
  ];
  test.each(cases)("%s", (_, before, after, expected) => {
    expect(textContainment({ type: "string", ...before }, { type: "string", ...after })).toEqual(expected);
  });

  test("a branch of allOf restricts the text", () => {
    const before: Schema = { type: "string", allOf: [{ pattern: "^a" }, { maxLength: 2 }] };
    expect(textContainment(before, { type: "string", pattern: "(?s)^a.?$" })).toEqual({ kind: "same" });
    expect(textContainment(before, { type: "string", pattern: "^a.?$" })).toEqual({
      kind: "narrower",
      onlyBefore: "a\n",
    });
  });

  test("conditions of both schemas count as equal", () => {
    const anyOf = [{ pattern: "^a" }, { maxLength: 2 }];
    expect(textContainment({ type: "string", anyOf }, { type: "string", anyOf, minLength: 0 })).toEqual({
      kind: "same",
    });
    expect(textContainment({ type: "string", anyOf }, { type: "string" })).toMatchObject({ kind: "unknown" });
    expect(textContainment({ type: "string", anyOf, maxLength: 5 }, { type: "string", anyOf, maxLength: 6 })).toEqual({
      kind: "wider",
      onlyAfter: "aaaaaa",
    });
  });

  test("anyOf stays unknown unless a text shows the difference", () => {
    const either: Schema = { type: "string", anyOf: [{ pattern: "^a" }, { maxLength: 2 }] };
    expect(textContainment({ type: "string" }, either).kind).toBe("unknown");
  });
});
