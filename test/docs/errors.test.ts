import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type ErrorCode, errorCodes, exitOf } from "../../src/core/error-codes.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = path.join(root, "docs/reference/errors.md");

const codes = Object.keys(errorCodes) as ErrorCode[];

function expectedPage(): string {
  const rows = codes.map((code) => `| \`${code}\` | ${exitOf(code)} | ${errorCodes[code]} |`);
  return [
    "# Error codes",
    "",
    "Every error of tsop and of the library has a code that stays the same between versions: `error.code` in the output of `--output json`, and",
    "`code` of a `TsopError`. The message describes the problem, with the value and its location. The hint below it is the next step.",
    "",
    "| code | exit status | meaning |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

/** The text of all TypeScript files below a folder, but for the catalogue itself. */
function sources(folder: string): string {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith("error-codes.ts"))
    .map((file) => readFileSync(path.join(root, folder, file), "utf8"))
    .join("\n");
}

test("docs/reference/errors.md lists every code and no other", () => {
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(page, expectedPage());
  expect(readFileSync(page, "utf8")).toBe(expectedPage());
});

describe("every error code", () => {
  const src = sources("src");
  // Goldens of diagnostics are texts, not TypeScript.
  const tests = sources("test") + goldenTexts();

  test.each(codes)("%s is raised somewhere", (code) => {
    expect(src.includes(`"${code}"`)).toBe(true);
  });

  test.each(codes)("%s is seen in a test", (code) => {
    expect(tests.includes(code)).toBe(true);
  });
});

function goldenTexts(): string {
  return readdirSync(path.join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.startsWith(`golden${path.sep}`) && file.endsWith(".txt"))
    .map((file) => readFileSync(path.join(root, "test", file), "utf8"))
    .join("\n");
}
