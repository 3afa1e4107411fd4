import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createContext } from "../../src/cli/terminal.js";
import {
  formatError,
  type OutputFormat,
  reportBug,
  reportError,
  reportResult,
  shownText,
} from "../../src/cli/report.js";
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

describe("text of others", () => {
  const evil = "\u001b]0;x\u0007 \u202e \u009b2J";
  const shown = String.raw`\u001b]0;x\u0007 \u202e \u009b2J`;

  /** The output of a function while it runs. */
  const written = async (run: () => unknown): Promise<string> => {
    let text = "";
    const write = (chunk: unknown): boolean => {
      text += String(chunk);
      return true;
    };
    const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, "write").mockImplementation(write));
    onTestFinished(() => {
      for (const spy of spies) spy.mockRestore();
    });
    await run();
    for (const spy of spies) spy.mockRestore();
    return text;
  };
  const context = (format: OutputFormat) => createContext("/", format, new AbortController().signal);
  const error = new TsopError("cluster/api-error", evil, { hint: evil, at: { file: evil } });
  const diagnostic = { code: "yaml/invalid", severity: "warning", message: evil, hint: evil } as const;

  test.each<[string, () => unknown]>([
    ["a result", () => reportResult({ text: evil, json: {} }, "text", "/")],
    ["an error", () => reportError(error, "text", "/")],
    ["diagnostics", () => reportError(TsopError.fromDiagnostics([{ ...diagnostic, severity: "error" }]), "text", "/")],
    ["a bug", () => reportBug(new Error(evil), [evil], "text", "/")],
    ["a note", () => context("text").output.note(evil)],
    ["a warning", () => context("text").output.warn(diagnostic)],
    ["a line", () => context("text").live.line(evil)],
    [
      "progress",
      () => {
        const progress = context("text").output.progress(evil);
        progress.update(`${evil}!`);
        progress.done(evil);
      },
    ],
  ])("is shown as it is in %s, and does nothing to a terminal", async (_, run) => {
    const text = await written(run);
    expect(text).toContain(shown);
    expect(text.replaceAll("\n", "")).toMatch(/^[^\p{Cc}\u202e]*$/u);
  });

  test("is not changed in JSON, which has its own escapes", async () => {
    expect(JSON.parse(await written(() => reportError(error, "json", "/")))).toMatchObject({
      error: { message: evil },
    });
    const line = JSON.stringify({ msg: "a\u202e" });
    expect(await written(() => context("json").live.line(line))).toBe(`${line}\n`);
  });

  test("in a document for other programs is changed for a terminal alone", () => {
    const document = { text: "description: \u202e\u001b[2J", isDocument: true, json: {} };
    expect(shownText(document, false)).toBe(document.text);
    expect(shownText(document, true)).toBe("description: \\u202e\\u001b[2J");
  });
});
