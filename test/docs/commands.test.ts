import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { documentationPages } from "../support/documentation-pages.js";
import { globalInput } from "../../src/cli/program/program.js";
import { commands } from "../../src/commands/declared/all.js";
import { type Flags, longFlag } from "../../src/commands/declared/flags.js";

/** The pages with tables of flags, and the commands whose flags these are. */
const pages: Readonly<Record<string, readonly string[]>> = {
  "how-to/deploy": ["deploy", "build-installer"],
  "how-to/dev": ["dev"],
  "how-to/doctor": ["doctor"],
  "how-to/helm": ["helm chart"],
  "how-to/olm": ["bundle"],
  "how-to/scorecard": ["scorecard"],
  "how-to/images": ["docker-build", "docker-push", "docker-buildx"],
  "how-to/modes": ["edit"],
  "reference/cli": commands.map(({ path }) => path),
};

/** Flags of tsop in the first cells of a page's tables, without what follows `--` in them. */
function flagsIn(text: string): string[] {
  const cells = text.split("\n").flatMap((line) => /^\| (`-.*?) \|/.exec(line)?.[1] ?? []);
  return cells.flatMap((cell) => [...cell.matchAll(/`(--[a-z-]+)/g)].map(([, flag = ""]) => flag));
}

/** Flags of the commands that a text is about, and of all commands. */
function declaredFlags(paths: readonly string[]): string[] {
  const own = commands.filter(({ path }) => paths.includes(path)).map(({ input }) => input.flags);
  const all: readonly Flags[] = [...own, globalInput.flags];
  return all.flatMap((flags) => Object.entries(flags).map(([option, flag]) => longFlag(option, flag)));
}

test.each(Object.entries(pages))("docs/%s.md has tables of flags that exist", (page, paths) => {
  expect(commands.map(({ path }) => path)).toEqual(expect.arrayContaining([...paths]));
  const flags = flagsIn(readFileSync(new URL(`../../docs/${page}.md`, import.meta.url), "utf8"));
  expect(flags.length).toBeGreaterThan(2);
  expect(flags.filter((flag) => !declaredFlags(paths).includes(flag))).toEqual([]);
});

test("no other page has a table of flags of tsop", () => {
  const folder = new URL("../../docs/", import.meta.url);
  // These two are about the flags of an operator itself.
  const others = [
    "coming-from/controller-runtime.md",
    "reference/runtime.md",
    ...Object.keys(pages).map((page) => `${page}.md`),
  ];
  const names = documentationPages().filter((name) => !others.includes(name));
  expect(names.filter((name) => flagsIn(readFileSync(new URL(name, folder), "utf8")).length > 0)).toEqual([]);
});
