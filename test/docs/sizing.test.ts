/** The figures in docs/production/sizing.md are those of bench/results.md. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = new URL("../../docs/production/sizing.md", import.meta.url);
const results = readFileSync(new URL("../../bench/results.md", import.meta.url), "utf8");

/** The measurements to show: the name of the benchmark, and what it means for an operator. */
const shown: readonly (readonly [name: string, meaning: string])[] = [
  ["converge-1000", "1,000 objects to their status, with one owned ConfigMap each, 10 workers"],
  ["converge-rss", "the most memory of that operator"],
  ["sync-10000", "a cold start with 10,000 objects of 4 KB: until the cache is filled"],
  ["sync-rss", "memory for each of these objects"],
  ["sync-large", "a cold start with 400 objects of 100 KB"],
  ["sync-large-rss", "memory for each of these objects"],
  ["latency-500-p50", "from a change to the call of the reconciler, at 500 changes a second: median"],
  ["latency-500", "the same: 99th percentile"],
  ["webhook-100-p50", "a write that two webhooks handle, at 100 writes a second: median"],
  ["webhook-100", "the same: 99th percentile"],
  ["handover", "from SIGTERM to a leader until the standby reconciles"],
  ["handover-killed", "from SIGKILL to a leader until the standby reconciles"],
];

function cellsOf(line: string): string[] {
  return line.split(" | ").map((cell) => cell.replaceAll(/^\| | \|$/g, ""));
}

const rows = results
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .map(cellsOf);

function fact(name: string): string {
  const [, value] = rows.find(([first]) => first === name) ?? [];
  if (value === undefined) throw new Error(`bench/results.md does not tell the ${name}`);
  return value;
}

/** The figures of tsop on the newest version of Node in the results: a scaffold's image has that one. */
function figureOf(name: string): string {
  const ofName = rows.filter(([first]) => first === name);
  const major = (node = ""): number => Number(/^v?(\d+)/.exec(node)?.[1]);
  const [newest] = ofName.toSorted((a, b) => major(b[3]) - major(a[3]));
  const [, min, median, max, unit] = /^([\d.]+) \/ ([\d.]+) \/ ([\d.]+) (\w+)$/.exec(newest?.[4] ?? "") ?? [];
  if (median === undefined) throw new Error(`bench/results.md has no figures of ${name}`);
  return `${median} ${unit} (${min} to ${max})`;
}

function table(): string {
  const lines = [
    `Measured on ${fact("date")}, on: ${fact("machine").replace(/(?:, Linux|;).*$/, "")}.`,
    "",
    "| measured | result |",
    "|---|---|",
    ...shown.map(([name, meaning]) => `| ${meaning} | ${figureOf(name)} |`),
  ];
  return `${lines.join("\n")}\n`;
}

const written = /FIGURES\n|Measured on [^]*?\| measured [^]*?\n(?=\n)/;

test("docs/production/sizing.md has the figures of bench/results.md", () => {
  const text = readFileSync(page, "utf8");
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(page, text.replace(written, table()));
  expect(written.exec(readFileSync(page, "utf8"))?.[0]).toBe(table());
});
