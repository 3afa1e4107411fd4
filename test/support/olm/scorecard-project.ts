import { startProcess } from "../../../src/cli/start-process.js";
import { scorecard } from "../../../src/commands/olm/scorecard/scorecard.js";
import type { ScorecardOptions } from "../../../src/commands/declared/olm-validate.js";
import type { ScorecardResult } from "../../../src/olm/scorecard/result.js";
import { operatorProject } from "../dev-process.js";
import { recordingContext } from "../recording-context.js";
import { toFiles, validBundle } from "./valid-bundle.js";

const main = `import { defineKind, done, runManager, type CustomResource } from "tsop";

interface Bar extends CustomResource<"example.com/v1", "Bar"> {
  spec: { size?: number };
  status?: { ready?: boolean };
}
const Bar = defineKind<Bar>("example.com/v1", "Bar");

await runManager({ name: "demo" }, (manager) => {
  const { client } = manager;
  manager.controller("bar").for(Bar).complete({
    async reconcile(request) {
      const bar = await client.get(Bar, request);
      if (bar !== undefined) await client.status.update({ ...bar, status: { ready: true } });
      return done();
    },
  });
});
`;

const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: demo}
rules:
- {apiGroups: [example.com], resources: [bars, bars/status], verbs: [get, list, watch, update, patch]}
`;

/** Creates a project with the valid bundle, an operator that writes the status, and these tests in TypeScript. */
export function scorecardProject(
  tests: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
): string {
  const bundle = [...toFiles(validBundle())].map(([file, text]): [string, string] => [`bundle/${file}`, text]);
  const named = Object.entries(tests).map(([name, text]): [string, string] => [`test/scorecard/${name}.ts`, text]);
  return operatorProject({
    ...Object.fromEntries([...bundle, ...named]),
    "main.ts": main,
    "config/rbac/role.yaml": role,
    ...files,
  });
}

/** Runs the tests of scorecard in a project, with real processes. */
export async function runScorecard(cwd: string, options: ScorecardOptions) {
  const { PATH } = process.env;
  const context = recordingContext({ cwd, env: { PATH }, startProcess });
  const { json, text, exitCode } = await scorecard(options, context);
  // The shape of TestList, which other tests check.
  const { items } = json as { items: { status: { results: ScorecardResult[] } }[] };
  return { results: items.flatMap(({ status }) => status.results), text, exitCode, recording: context.recording };
}
