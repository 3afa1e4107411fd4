/** Rules for workflows of GitHub that no linter has. */
import { parseYaml } from "../../src/core/yaml.js";

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
export const stepsOf = (text: string): Step[] => Object.values(workflowOf(text).jobs).flatMap(({ steps }) => steps);

/** Returns the violations of these rules. */
export function faultsOf(text: string): string[] {
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
