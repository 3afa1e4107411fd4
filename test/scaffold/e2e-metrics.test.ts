/** What the scaffolded end-to-end test takes for a reconcile that went well. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { ManagerMetrics } from "../../src/runtime/metrics/manager-metrics.js";
import { WorkQueue } from "../../src/runtime/queue/work-queue.js";
import { operatorNames } from "../support/examples/example-folders.js";
import { FakeClock } from "../support/fake-clock.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const files = [
  "templates/init/test/e2e/operator.e2e.ts.hbs",
  ...operatorNames.map((name) => `examples/${name}/test/e2e/operator.e2e.ts`),
];

function patternIn(file: string): RegExp {
  const text = /\.toMatch\(\/(.*reconcile_total.*)\/m\)/.exec(readFileSync(`${root}${file}`, "utf8"))?.[1];
  if (text === undefined) throw new Error(`${file} waits for no metric of reconciles`);
  return new RegExp(text, "m");
}

describe.each(files)("%s", (file) => {
  test.each([
    ["success", true],
    ["requeue_after", true],
    ["error", false],
    ["terminal", false],
    ["timeout", false],
  ] as const)("a run that ended with %s: %s", async (outcome, isWell) => {
    const metrics = new ManagerMetrics();
    const observer = metrics.observeController("bar", 1, () => new WorkQueue({ clock: new FakeClock() }));
    expect(await metrics.registry.metrics()).not.toMatch(patternIn(file));
    observer.started();
    observer.ended(outcome, 1);
    const text = await metrics.registry.metrics();
    expect(patternIn(file).test(text)).toBe(isWell);
  });
});
