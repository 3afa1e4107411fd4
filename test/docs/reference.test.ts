/** The pages of the reference that scripts generate. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { printCommandReference } from "../../scripts/command-reference.js";
import { environment, internalVariables, printConfigurationReference } from "../../scripts/configuration-reference.js";
import { printMetricsReference } from "../../scripts/metrics-reference.js";
import { commands } from "../../src/commands/declared/all.js";
import { longFlag } from "../../src/commands/declared/flags.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const pages = {
  cli: printCommandReference,
  configuration: printConfigurationReference,
  metrics: printMetricsReference,
};

test.each(Object.entries(pages))("docs/reference/%s.md matches the code", (name, print) => {
  const file = `${root}docs/reference/${name}.md`;
  if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(file, print());
  expect(readFileSync(file, "utf8")).toBe(print());
});

describe("docs/reference/cli.md", () => {
  const text = printCommandReference();
  const sections = new Map(text.split(/^## /m).map((section) => [section.split("\n")[0], section]));

  test.each(commands)("has a section about tsop $path with all its flags", ({ path, input: { flags } }) => {
    const section = sections.get(`tsop ${path}`) ?? "";
    const missing = Object.entries(flags)
      .map(([option, flag]) => longFlag(option, flag))
      .filter((name) => !new RegExp(`^\\| \`(?:-\\w, )?${name}[\`\\[ ]`, "m").test(section));
    expect(section).not.toBe("");
    expect(missing).toEqual([]);
  });

  test("states each default once, in its own column", () => {
    expect(text).toContain("| `--domain <domain>` | my.domain | suffix of the API groups |");
    expect(text.split("\n").filter((line) => line.startsWith("| ") && line.includes("(default:"))).toEqual([]);
  });
});

describe("docs/reference/configuration.md", () => {
  const sources = readdirSync(`${root}src`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.startsWith("k8s"))
    .map((file) => readFileSync(`${root}src/${file}`, "utf8"))
    .join("\n");
  const read = new Set(Array.from(sources.matchAll(/\benv\["(\w+)"\]/g), ([, name = ""]) => name));
  const listed = environment.map(({ name }) => name);

  test("lists every variable that the sources read", () => {
    expect(read.size).toBeGreaterThan(15);
    expect([...read].filter((name) => ![...listed, ...internalVariables].includes(name))).toEqual([]);
  });

  test("lists no variable that the sources do not name", () => {
    expect(listed.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });
});
