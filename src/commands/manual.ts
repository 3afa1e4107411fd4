import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { toAnchor } from "../core/documentation.js";
import { TsopError } from "../core/errors.js";
import { nearest } from "../core/suggest.js";
import type { CommandResult } from "./context.js";
import type { ManualOptions } from "./declared/others.js";

const folder = fileURLToPath(new URL("../../docs", import.meta.url));

/**
 * Prints the location of the documentation of this tsop version: the folder and its pages, or the file of one page.
 * With `#anchor`, also prints the line of the heading.
 *
 * @throws TsopError `usage/invalid-argument` for a page or heading that does not exist
 */
export function manual({ page }: ManualOptions): CommandResult {
  const names = pageNames();
  if (page === undefined) return listOf(names);
  const [given = "", anchor] = page.split("#");
  const wanted = given.replace(/^docs\//, "").replace(/\.md$/, "");
  const name = names.find((name) => name === wanted || path.posix.basename(name) === wanted);
  if (name === undefined) {
    const close = nearest(wanted, [...names, ...names.map((name) => path.posix.basename(name))]);
    throw new TsopError("usage/invalid-argument", `the documentation has no page ${JSON.stringify(given)}`, {
      hint: `tsop manual ${close ?? ""}`.trimEnd(),
    });
  }
  const file = path.join(folder, `${name}.md`);
  if (anchor === undefined) return { text: file, json: { page: name, file } };
  const line = lineOf(file, name, anchor);
  return { text: `${file}:${line}`, json: { page: name, file, line } };
}

/** Returns the pages as paths below `docs`, without the ending: `how-to/dev`. */
export function pageNames(): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .flatMap((file) => (file.endsWith(".md") ? [file.slice(0, -3).replaceAll(path.sep, "/")] : []))
    .sort();
}

/** Returns whether the documentation has a page of this name. */
export function isPage(name: string): boolean {
  const wanted = name.split("#", 1).join("");
  return pageNames().some((each) => each === wanted || path.posix.basename(each) === wanted);
}

function listOf(names: readonly string[]): CommandResult {
  const pages = names.map((page) => {
    const file = path.join(folder, `${page}.md`);
    return { page, title: /^# (.+)$/m.exec(readFileSync(file, "utf8"))?.[1] ?? page, file };
  });
  const width = Math.max(...names.map(({ length }) => length));
  const lines = pages.map(({ page, title }) => `  ${page.padEnd(width)}  ${title}`);
  return { text: [folder, "", ...lines].join("\n"), json: { folder, pages } };
}

function lineOf(file: string, name: string, anchor: string): number {
  const headings = readFileSync(file, "utf8")
    .split("\n")
    .flatMap((text, index) => {
      const heading = /^#+ (.+)$/.exec(text)?.[1];
      return heading === undefined ? [] : [{ anchor: toAnchor(heading), line: index + 1 }];
    });
  const found = headings.find((heading) => heading.anchor === anchor);
  if (found !== undefined) return found.line;
  const anchors = headings.map((heading) => heading.anchor);
  throw new TsopError("usage/invalid-argument", `the page ${name} has no heading ${JSON.stringify(anchor)}`, {
    hint: `tsop manual ${name}#${nearest(anchor, anchors) ?? anchors[0] ?? ""}`,
  });
}
