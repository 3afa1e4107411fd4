import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { runScorecard, scorecardProject } from "../../../support/olm/scorecard-project.js";

const head = `import { defineScorecardTest, eventually } from "tsop/testing";\n`;

describe("tests in TypeScript", () => {
  test("get the bundle, a client and a namespace; their verdicts are the results, and what they print is the log", async () => {
    const cwd = scorecardProject({
      passes: `${head}import { unstructured } from "tsop";
export default defineScorecardTest(async ({ bundle, client, namespace }) => {
  console.log("I look around");
  const [bar] = bundle.examples;
  const found = await client.getOrThrow(unstructured("example.com/v1", "Bar"), { namespace, name: "a" });
  const facts = [bundle.csv.kind, bundle.crds[0].metadata.name, bar.metadata.uid === found.metadata.uid, namespace];
  return { suggestions: [facts.join()] };
});`,
      fails: `${head}export default defineScorecardTest(() => ({ errors: ["one", "two"] }));`,
      asserts: `${head}import assert from "node:assert/strict";
export default defineScorecardTest(() => { assert.equal(1, 2, "one is not two"); });`,
      waits: `${head}export default defineScorecardTest(async () => {
  await eventually(() => { throw new Error("not ready"); }, { timeoutMs: 50 });
});`,
    });
    const { results, exitCode } = await runScorecard(cwd, { selector: "suite=custom", namespace: "mine" });
    expect(exitCode).toBe(1);
    expect(results).toEqual([
      { name: "asserts", state: "fail", errors: [expect.stringContaining("one is not two")] },
      { name: "fails", state: "fail", errors: ["one", "two"] },
      {
        ...{ name: "passes", state: "pass", log: "I look around" },
        suggestions: ["ClusterServiceVersion,bars.example.com,true,mine"],
      },
      { name: "waits", state: "fail", errors: [expect.stringContaining("the last failure: not ready")] },
    ]);
    expect(readdirSync(path.join(cwd, ".tsop"))).toEqual([]);
  });

  test("that are no tests, throw, print no result or do not compile are errors, which name the file", async () => {
    const cwd = scorecardProject({
      exports: `export const test = 1;`,
      throws: `${head}export default defineScorecardTest(() => {
  throw new TypeError("oh no");
});`,
      imports: `throw new Error("at load");\nexport default 1;`,
      exits: `${head}export default defineScorecardTest(() => process.exit(0));`,
      syntax: `export default defineScorecardTest(=> 1);`,
    });
    const { results } = await runScorecard(cwd, { selector: "suite=custom" });
    expect(results.map(({ state }) => state)).toEqual(results.map(() => "error"));
    const errorOf = (name: string): string => results.find((each) => each.name === name)?.errors?.[0] ?? "";
    expect(errorOf("exports")).toBe("test/scorecard/exports.ts exports no test");
    expect(errorOf("throws")).toMatch(/oh no[\s\S]*test\/scorecard\/throws\.ts:3/);
    expect(errorOf("imports")).toMatch(/^test\/scorecard\/imports\.ts ended with exit status 1 .*[\s\S]*at load/);
    expect(errorOf("exits")).toBe("test/scorecard/exits.ts ended with exit status 0 before it had a result");
    expect(errorOf("syntax")).toContain("test/scorecard/syntax.ts:1:36");
  });

  test("that hang are ended, and those after them do not run", async () => {
    const cwd = scorecardProject({
      hangs: `${head}export default defineScorecardTest(() => { for (;;); });`,
      late: `${head}export default defineScorecardTest(() => undefined);`,
    });
    const { results } = await runScorecard(cwd, { selector: "suite=custom", waitTime: 4_000 });
    const suggestions = ["Give the tests more time with --wait-time."];
    expect(results).toEqual([
      {
        ...{ name: "hangs", state: "error", suggestions },
        errors: [expect.stringMatching(/^test\/scorecard\/hangs\.ts did not end within [\d.]+ s$/)],
      },
      {
        ...{ name: "late", state: "error", suggestions },
        errors: ["test/scorecard/late.ts did not run: the time of all tests is over"],
      },
    ]);
  });

  test("that the configuration does not list are reported", async () => {
    const config = "stages: [{tests: [{image: a, entrypoint: [scorecard-test, basic-check-spec]}]}]\n";
    const cwd = scorecardProject({ ready: "export default 1;" }, { "bundle/tests/scorecard/config.yaml": config });
    const { results, recording } = await runScorecard(cwd, {});
    expect(results).toEqual([{ name: "basic-check-spec", state: "pass" }]);
    expect(recording.warnings.join("\n")).toContain("does not list the test ready, so it does not run");
  });
});

describe("--run", () => {
  test("runs the operator, with the rights of its role, and waits for the status of the examples", async () => {
    const cwd = scorecardProject({
      status: `${head}export default defineScorecardTest(({ bundle }) => {
  const [{ status }] = bundle.examples;
  return { suggestions: [JSON.stringify(status)] };
});`,
    });
    const { results } = await runScorecard(cwd, { run: true });
    expect(results.at(-1)).toEqual({ name: "status", state: "pass", suggestions: ['{"ready":true}'] });
    expect(results).toContainEqual({ name: "olm-status-descriptors", state: "pass" });
    expect(existsSync(path.join(cwd, ".tsop/operator.kubeconfig"))).toBe(false);
  });

  test("reports an operator that ends, with its last output", async () => {
    const cwd = scorecardProject({}, { "main.ts": `console.error("no database");\nprocess.exit(3);\n` });
    await expect(runScorecard(cwd, { run: true })).rejects.toThrow(
      /the operator ended during the tests \(3\)[\s\S]*no database/,
    );
  });
});
