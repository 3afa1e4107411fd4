import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commands as declared } from "../../src/commands/declared/all.js";
import { longFlag } from "../../src/commands/declared/flags.js";
import { findMarker, findTag } from "../../src/model/tags/registry.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const file = `${root}docs/coming-from/kubebuilder.md`;
const json = (path: string): unknown => JSON.parse(readFileSync(`${root}${path}`, "utf8"));
const scripts = Object.keys((json("examples/bar/package.json") as { scripts: object }).scripts);
const markers = Object.keys(json("test/data/controller-gen-markers.json") as object);
/** The flags of kubebuilder and operator-sdk, by command. */
const theirs = json("test/data/kubebuilder-commands.json") as Readonly<Record<string, readonly string[]>>;

const commands = new Map(
  declared.map(({ path, input: { flags } }) => [
    path,
    new Set(Object.entries(flags).map(([option, flag]) => longFlag(option, flag))),
  ]),
);

const markerTable = /\| marker \| tag \| \|\n\|---\|---\|---\|\n(?:\|.*\n|MARKERS\n)+/;

test("every marker of controller-gen is in the table, with the tag of the registry", () => {
  const expected = `| marker | tag | |\n|---|---|---|\n${markers
    .filter((name) => !name.includes(":items:"))
    .map(markerRow)
    .join("")}`;
  const text = readFileSync(file, "utf8");
  if (process.env["UPDATE_GOLDEN"] !== undefined)
    writeFileSync(
      file,
      text.replace(markerTable, () => expected),
    );
  expect(markerTable.exec(readFileSync(file, "utf8"))?.[0]).toBe(expected);
  for (const name of markers.filter((each) => each.includes(":items:"))) {
    expect(markers).toContain(name.replace(":items:", ":"));
  }
});

function markerRow(name: string): string {
  const found = findMarker(name);
  if (found === undefined) return `| \`+${name}\` | | not supported |\n`;
  const { record, value } = found;
  const { effect } = record;
  const shown = `\`+${name}\``;
  if (findTag(record.name) === undefined) {
    const why =
      effect.kind === "needless"
        ? `not needed: ${effect.reason}`
        : effect.kind === "refused"
          ? `not accepted: ${effect.hint}`
          : "";
    return `| ${shown} | | ${why} |\n`;
  }
  const hasItems = markers.includes(name.replace("kubebuilder:validation:", "kubebuilder:validation:items:"));
  const items = hasItems && name.startsWith("kubebuilder:validation:") ? `of items: \`@items.${record.name}\` ` : "";
  return `| ${shown} | \`@${[record.name, value].filter((part) => part !== undefined).join(" ")}\` | ${items}|\n`;
}

const rows = (): string[][] =>
  [file, `${root}docs/coming-from/operator-sdk.md`]
    .flatMap((page) => readFileSync(page, "utf8").split("\n"))
    .filter((line) => /^\| (?!marker |---)/.test(line) && !line.startsWith("|---"))
    .map((line) =>
      line
        .replaceAll("\\|", "\u0000")
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.replaceAll("\u0000", "|").trim()),
    );
const spansOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);

test("every row names three cells, and says why where tsop has no such thing", () => {
  const bad = rows().filter(
    ([theirs = "", ours = "", why = "", ...more]) =>
      more.length > 0 || theirs === "" || (ours === "" && !/^(not supported|not needed|not accepted)\b/.test(why)),
  );
  expect(bad).toEqual([]);
});

test("every command, flag and script of tsop that the pages name exists", () => {
  const unknown = rows()
    .flatMap((cells) => cells.slice(1).flatMap(spansOf))
    .flatMap(problemsOf);
  expect(unknown).toEqual([]);
});

function problemsOf(span: string): string[] {
  const [first, ...words] = span.split(" ");
  if (first === "npm") {
    const script = words[0] === "run" ? words[1] : words[0];
    return script === undefined || script === "install" || scripts.includes(script) ? [] : [span];
  }
  if (first !== "tsop" || words[0] === "help") return [];
  const flags = words.filter((word) => word.startsWith("--"));
  const named = words.slice(0, words.findIndex((word) => word.startsWith("--")) >>> 0);
  const path = [named.slice(0, 2).join(" "), named[0] ?? ""].find((each) => commands.has(each));
  if (path === undefined) return [span];
  const known = commands.get(path);
  return flags.filter((flag) => known?.has(flag) !== true).map((flag) => `tsop ${path} ${flag}`);
}

test.each(Object.entries(theirs))("the pages name all flags of %s", (command, flags) => {
  const cells = rows().map(([cell = ""]) => cell);
  const spans = cells.flatMap(spansOf);
  const isNamed = (text: string): boolean =>
    spans.some((span) => span === text || span.startsWith(`${text} `) || span.endsWith(` ${text}`));
  expect(isNamed(command)).toBe(true);
  // A row that begins with `create api --group` goes on with its other flags.
  const short = command.replace(/^kubebuilder /, "");
  const own = cells.filter((cell) => cell.startsWith(`\`${short} -`)).flatMap(spansOf);
  const named = new Set(own.map((span) => span.replace(`${short} `, "")));
  expect(flags.filter((flag) => !named.has(flag))).toEqual([]);
});
