import { describe, expect, test } from "vitest";
import { formatOperatorLine } from "../../src/core/operator-line.js";
import { oneLine, visible } from "../../src/core/visible.js";
import { formatTextLine } from "../../src/runtime/log/text-line.js";

const hostile: readonly (readonly [string, string, string])[] = [
  ["a colour", "\u001b[31mred", "\\u001b[31mred"],
  ["a window's title", "\u001b]0;title\u0007", "\\u001b]0;title\\u0007"],
  ["a clipboard's content", "\u001b]52;c;cm0=\u001b\\", "\\u001b]52;c;cm0=\\u001b\\"],
  ["C1 controls", "\u009b2J\u0090", "\\u009b2J\\u0090"],
  ["a carriage return", "error\rfine ", "error\\u000dfine "],
  ["a backspace and a delete", "a\b\u007f", "a\\u0008\\u007f"],
  ["another direction of writing", "\u202etxt.exe\u202c", "\\u202etxt.exe\\u202c"],
  ["isolates and marks", "\u2066a\u2069\u200e\u200f\u061c", "\\u2066a\\u2069\\u200e\\u200f\\u061c"],
  ["separators of lines", "a\u2028b\u2029", "a\\u2028b\\u2029"],
  ["zero", "\0", "\\u0000"],
];

describe("text for people", () => {
  test.each(hostile)("shows %s", (_, text, shown) => {
    expect(visible(text)).toBe(shown);
    expect(oneLine(text)).toBe(shown);
    const colour = /\p{Cc}\[\d*m/gu;
    expect(visible(text, { colours: true }).replace(colour, "")).toBe(shown.replace(String.raw`\u001b[31m`, ""));
  });

  test("leaves lines, tabs and every script as they are", () => {
    const text = "first\nsecond\r\n\tthird שלום مرحبا 日本 é 👩‍👩‍👧 \\u001b";
    expect(visible(text)).toBe(text);
  });

  test("leaves tsop's own colours where it has some, and no other sequence", () => {
    const painted = "\u001b[31mred\u001b[39m";
    expect(visible(painted, { colours: true })).toBe(painted);
    expect(visible("\u001b[2J\u001b[31;1;4m", { colours: true })).toBe("\\u001b[2J\u001b[31;1;4m");
  });

  test("of one line has no line breaks", () => {
    expect(oneLine("a\nb\tc")).toBe("a\\u000ab\\u0009c");
  });
});

test.each(hostile)("a line of an operator's log shows %s in every position", (_, text) => {
  const harmless = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c\u2028\u2029]*$/u;
  const fields = { value: text, [text]: "x", error: { type: text, message: text, hint: text } };
  for (const line of [
    formatOperatorLine({ msg: text, level: "error", controller: text, object: text, fields }, false) ?? "",
    formatTextLine({ time: "2026-01-01T00:00:00.000Z", level: "error", msg: text, ...fields }, false),
  ]) {
    for (const part of line.split("\n")) expect(part).toMatch(harmless);
  }
});
