import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** F46 to F48 are of webhooks. */
const faults = [...Array.from({ length: 45 }, (_, index) => index + 1), 49].map(
  (number) => `F${String(number).padStart(2, "0")}`,
);
const read = (file: string): string => readFileSync(new URL(file, import.meta.url), "utf8");
const rows = read("faults.md")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter((cells) => /^F\d+$/.test(cells[1] ?? ""))
  .map(([, fault = "", , where = ""]) => ({
    fault,
    files: Array.from(where.matchAll(/`([^`]+)`/g), ([, file = ""]) => file),
  }));

test("the table names each fault once, in order", () => {
  expect(rows.map(({ fault }) => fault)).toEqual(faults);
});

test.each(rows)("$fault is tested where the table says", ({ fault, files }) => {
  expect(files.length).toBeGreaterThan(0);
  const missing = files.filter(
    (file) => !existsSync(new URL(file, import.meta.url)) || !new RegExp(`\\b${fault}\\b`).test(read(file)),
  );
  expect(missing).toEqual([]);
});
