import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { TsopError } from "../../src/core/errors.js";
import type { JsonValue } from "../../src/core/json.js";
import {
  compareKeys,
  parseAllYaml,
  parseYaml,
  parseYamlDocuments,
  printYaml,
  printYamlDocuments,
} from "../../src/core/yaml.js";

function refusal(action: () => unknown): TsopError {
  try {
    action();
  } catch (error) {
    if (error instanceof TsopError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("printing", () => {
  test("sorts keys as Go does, and does not indent lists", () => {
    expect(
      printYaml({
        spec: { b: [{ z: 1, a: ["x", []] }, [["deep"]]], a10: true, a2: null, A: {}, $ref: 0.5 },
        kind: "Bar",
        gone: undefined,
      }),
    ).toBe(
      [
        "kind: Bar",
        "spec:",
        "  $ref: 0.5",
        "  A: {}",
        "  a2: null",
        "  a10: true",
        "  b:",
        "  - a:",
        "    - x",
        "    - []",
        "    z: 1",
        "  - - - deep",
        "",
      ].join("\n"),
    );
  });

  test("starts each of several documents with a line of dashes", () => {
    expect(printYamlDocuments([{ a: 1 }, { b: 2 }])).toBe("---\na: 1\n---\nb: 2\n");
  });

  test("writes several lines as a block and folds one long line", () => {
    const long = "A sentence that is rather long and goes on beyond eighty columns, as descriptions do so often.";
    expect(printYaml({ block: "one\n\n  two", long })).toBe(
      [
        "block: |-",
        "  one",
        "",
        "    two",
        "long: A sentence that is rather long and goes on beyond eighty columns, as descriptions",
        "  do so often.",
        "",
      ].join("\n"),
    );
  });

  test.each([
    ["a-b", "a1", -1],
    ["a2", "a10", -1],
    ["a02", "a2", 1],
    ["a10", "a100", -1],
    ["a1b", "a1", 1],
    ["Z", "a", -1],
    ["$ref", "A", -1],
    ["same", "same", 0],
  ])("compares the keys %s and %s", (a, b, sign) => {
    expect([Math.sign(compareKeys(a, b)), Math.sign(compareKeys(b, a)) + 0]).toEqual([sign, 0 - sign]);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])("has no spelling for %s", (value) => {
    expect(() => printYaml({ value })).toThrow("is not a number that JSON can hold");
  });

  test.each(["12345678-1234-1234-1234-123456789012", "1e345678-1234-1234-1234-123456789012"])(
    "a UUID is plain, as Go prints it: %s",
    (uid) => {
      expect(printYaml({ uid })).toBe(`uid: ${uid}\n`);
      for (const version of ["1.1", "1.2"] as const) expect(parse(`uid: ${uid}`, { version })).toEqual({ uid });
    },
  );
});

// Readers of both YAML versions read each of these as exactly this text.
const hostile = [
  ..."= << ~ null Null NULL true yes Yes no on off y n N .inf -.Inf .nan".split(" "),
  ..."0 017 0o17 0x1F 0b11 1_000 1:30 1e3 +1 1. .5 2001-01-01 1.2.3 100Mi 12e03 0xdeadbeef 1f".split(" "),
  ..."2001-01-01T00:00:00Z|2001-01-01 00:00:00 Z|5 0 * * *|* * * * */5".split("|"),
  ...[
    "",
    " ",
    "  x",
    "x ",
    "\t",
    "\tx",
    "x\t",
    "\n",
    "\n\n",
    "a\n",
    "a\n\n",
    "\na",
    " a\nb",
    "a\n b",
    "a \nb",
    "a\n \nb",
  ],
  ...[
    "a\n\tb",
    "\ta\nb",
    "a\r\nb",
    "\r",
    "a\n ",
    "---",
    "--- a",
    "...",
    "...\nb",
    "---\nkind: Evil",
    "a\n---\nkind: Evil",
  ],
  ...["- a", "-", "?", "? a", ":", ": a", "a:", "a: b", "a:b", "a #b", "a#b", "#", "# a", "!tag", "&anchor", "*alias"],
  ...[
    "{a: b}",
    "[a]",
    "a, b",
    "a]",
    "}",
    "|",
    "|-",
    ">",
    "> a",
    "'",
    "''",
    '"',
    '"a"',
    "a'b",
    "%YAML 1.1",
    "@a",
    "`a`",
  ],
  ...["*/", "${{ x }}", "{{ .Values.x }}", "<script>", "\\", "\\n", "\u0000", "\u0007", "\u0085", "\u2028", "\ufeff"],
  ...[
    "é😀",
    "\u007f",
    "a\u00a0b",
    "\ufffe",
    `${"word ".repeat(60)}end`,
    `${"x".repeat(300)} y`,
    `a  ${"b ".repeat(80)}`,
  ],
  ...[`# ${"b ".repeat(80)}#`, "- ".repeat(60), `it's ${"b 'c' ".repeat(40)}`, "a\n# b\nc", "\u{10ffff}", "\ud7ff"],
];

describe("hostile text", () => {
  test.each([["1.2" as const], ["1.1" as const]])("is read back unchanged by YAML %s", (version) => {
    for (const text of hostile) {
      const value = { top: text, list: [text, [text]], [text]: "as a key", deep: { [`${text}2`]: [{ [text]: text }] } };
      expect(
        parse(printYaml(value), { version, schema: version === "1.1" ? "yaml-1.1" : "core", merge: false }),
      ).toEqual(value);
    }
  });

  test.each(["yes", "0o17", "017", "1_000", "=", "<<", "1:30", "2001-01-01", "~", ""])("%j is quoted", (text) => {
    expect(printYaml({ text })).toBe(`text: "${text}"\n`);
  });

  test.each(["Bar", "v1", "foo.abc.com", "^[a-z]+$", "int32", "5 0 * * *", "100Mi", "a=b", "/convert", "1.2.3-a"])(
    "%s is plain or at most in quotes, and no number",
    (text) => {
      expect(printYaml({ text })).toMatch(new RegExp(`^text: (['"]?)${text.replace(/[$^.*+[\]]/g, "\\$&")}\\1\n$`));
    },
  );

  test("a lone surrogate does not make the file unreadable", () => {
    expect(parse(printYaml({ text: "a\ud800b" }))).toEqual({ text: "a\ufffdb" });
  });

  test("an endless key is kept readable", () => {
    const value = { ["k".repeat(3000)]: { a: ["x"] }, ["m".repeat(1500)]: "y" };
    expect(parse(printYaml(value))).toEqual(value);
  });
});

describe("numbers", () => {
  test.each([0, -1, 1.5, 1e21, 1e-7, -2.5e300, 2 ** 53])("%s stays a number", (value) => {
    const text = printYaml({ value });
    expect(parse(text, { version: "1.2" })).toEqual({ value });
    expect(parse(text, { version: "1.1" })).toEqual({ value });
  });
});

describe("reading", () => {
  test("gives the plain value of one document", () => {
    expect(parseYaml("# PROJECT\na: {b: [1, yes]}\n", "PROJECT")).toEqual({ a: { b: [1, "yes"] } });
  });

  test("gives undefined for an empty text and for comments alone", () => {
    expect([parseYaml("", "x"), parseYaml("# nothing\n", "x")]).toEqual([undefined, undefined]);
  });

  test("gives all documents, without the empty ones", () => {
    expect(parseAllYaml("---\na: 1\n---\n# none\n---\n- b\n", "x")).toEqual([{ a: 1 }, ["b"]]);
  });

  test("keeps comments in documents that are edited", () => {
    const [document] = parseYamlDocuments("# top\na: 1 # one\n", "x");
    document?.set("b", 2);
    expect(document?.toString()).toBe("# top\na: 1 # one\nb: 2\n");
  });

  test.each([
    ["a tab for indentation", "a:\n\tb: 1\n", 2],
    ["a key given twice", "a: 1\nb: 2\na: 3\n", 3],
    ["an open quote", 'a: "x\n', 2],
    ["an open bracket", "a: [1\nb: 2\n", 2],
    ["an unknown alias", "a: *nobody\n", 1],
    ["a fault in the second document", "a: 1\n---\nb: c: d\n", 3],
  ])("refuses %s, with its place", (_, text, line) => {
    const error = refusal(() => parseYaml(text, "PROJECT"));
    expect([error.code, error.at?.file, error.at?.line]).toEqual(["yaml/invalid", "PROJECT", line]);
    expect(error.hint).toBeDefined();
  });

  test("refuses a second document where one is expected", () => {
    expect(refusal(() => parseYaml("a: 1\n---\nb: 2\n", "PROJECT")).message).toBe("expected one document, found 2");
  });

  test("rejects aliases that expand to too many values", () => {
    const bomb = ["a: &a [x,x,x,x,x,x,x,x,x,x]"];
    for (const [from, to] of ["ab", "bc", "cd", "de", "ef"]) {
      bomb.push(`${to}: &${to} [${Array.from({ length: 10 }, () => `*${from}`).join(",")}]`);
    }
    expect(refusal(() => parseYaml(bomb.join("\n"), "x")).code).toBe("yaml/invalid");
  });

  test("reads back what it printed", () => {
    const value: JsonValue = { a: [{ b: null, c: ["x", { d: "y\nz" }] }], e: -0.5 };
    expect(parseYaml(printYaml(value), "x")).toEqual(value);
  });
});
