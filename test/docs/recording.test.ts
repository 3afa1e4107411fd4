import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawTerminal } from "../../scripts/recording/svg.js";

const picture = readFileSync(new URL("../../docs/pictures/dev.svg", import.meta.url), "utf8");

test("a line keeps its text and colours, and its markup is escaped", () => {
  const svg = drawTerminal("a <title>", [{ text: "\x1b[2m12:00\x1b[22m <b> & \x1b[32mok\x1b[39m", at: 0 }]);
  expect(svg).toContain('<title id="title">a &lt;title></title>');
  expect(svg).toContain('<tspan fill="#9aa4b2">12:00</tspan> &lt;b> &amp; <tspan fill="#8fd694">ok</tspan>');
});

test("the picture is as wide as its longest line, without the escape sequences", () => {
  const widthOf = (text: string): number => Number(/width="(\d+)"/.exec(drawTerminal("t", [{ text, at: 0 }]))?.[1]);
  expect(widthOf("x".repeat(80))).toBe(widthOf(`\x1b[1m${"x".repeat(80)}\x1b[22m`));
  expect(widthOf("x".repeat(120))).toBeGreaterThan(widthOf("x".repeat(80)));
});

test("lines appear in the order of the recording, and a long pause is shortened", () => {
  const lines = [0, 500, 60_500].map((at) => ({ text: "line", at }));
  const delays = [...drawTerminal("t", lines, 1000).matchAll(/animation-delay:([\d.]+)s/g)].map(([, delay]) => delay);
  expect(delays).toEqual(["0.00", "0.50", "1.50"]);
});

test("the README's picture shows a run of npm run dev, and loads nothing", () => {
  for (const text of ["$ npm run dev", "embedded API server at", "default/bar-sample", "reconciled", "@minimum"]) {
    expect(picture).toContain(text);
  }
  expect(picture).not.toMatch(/<script|href|url\(|\/tmp\//);
});
