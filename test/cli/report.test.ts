import { expect, test } from "vitest";
import { formatError } from "../../src/cli/report.js";
import { TsopError } from "../../src/core/errors.js";

test("an error shows its place, its code, and on a line of its own what to do", () => {
  const error = new TsopError("yaml/invalid", "not valid YAML", {
    at: { file: "PROJECT", line: 3, column: 5 },
    hint: "Correct it.",
  });
  expect(formatError(error)).toBe("PROJECT:3:5  error yaml/invalid: not valid YAML\n  Correct it.");
});

test("an error with diagnostics shows all of them, sorted by place, and says that nothing was changed", () => {
  const error = TsopError.fromDiagnostics([
    { code: "yaml/invalid", severity: "error", message: "second", at: { file: "b.ts", line: 1, column: 1 } },
    { code: "yaml/invalid", severity: "warning", message: "third", at: { file: "b.ts", line: 2, column: 1 } },
    {
      code: "yaml/invalid",
      severity: "error",
      message: "first",
      at: { file: "a.ts", line: 9, column: 1 },
      hint: "do\nthis",
    },
  ]);
  expect(formatError(error)).toBe(
    [
      "a.ts:9:1  error yaml/invalid: first",
      "  do",
      "  this",
      "b.ts:1:1  error yaml/invalid: second",
      "b.ts:2:1  warning yaml/invalid: third",
      "2 errors; nothing was changed.",
    ].join("\n"),
  );
});
