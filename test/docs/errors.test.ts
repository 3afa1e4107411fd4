import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type ErrorCode, errorCodes, exitOf } from "../../src/core/error-codes.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = path.join(root, "docs/reference/errors.md");

const codes = Object.keys(errorCodes) as ErrorCode[];

/** A section of the page: `### \`code\``, its exit status and meaning, and what to do. */
const section = /^### `([^`]+)`\n\nExit status ([\d, or]+)\. (.+)\n\n([^#]*)$/gm;

/** Returns the exit status of a command that fails with a code. A signal adds its number to 128. */
function statusOf(code: ErrorCode): string {
  return code === "interrupted" ? "129, 130 or 143" : String(exitOf(code));
}

/** Returns the text of all TypeScript files below a folder, except the catalogue. */
function sources(folder: string): string {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith("error-codes.ts"))
    .map((file) => readFileSync(path.join(root, folder, file), "utf8"))
    .join("\n");
}

describe("docs/reference/errors.md", () => {
  const text = readFileSync(page, "utf8");
  const sections = [...text.matchAll(section)].map(([, code = "", exit, meaning, advice = ""]) => ({
    code,
    exit,
    meaning,
    advice: advice.trim(),
  }));

  test("explains every code and no other, with its exit status", () => {
    expect(text.match(/^### /gm)).toHaveLength(sections.length);
    const shown = sections.map(({ code, exit, meaning }) => ({ code, exit, meaning }));
    expect(shown).toEqual(codes.map((code) => ({ code, exit: statusOf(code), meaning: errorCodes[code] })));
  });

  test.each(sections)("says what to do about $code", ({ advice }) => {
    expect(advice).toMatch(/^\S.{20,}[.:`]$/s);
  });
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
