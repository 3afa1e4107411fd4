import { expect, test } from "vitest";
import { plainProgress } from "../../src/cli/terminal.js";

test("without a terminal, progress is a log without the steps that the result names", () => {
  const written: string[] = [];
  const progress = plainProgress("deploying", (text) => written.push(text));
  progress.step("applying Namespace demo-system");
  progress.update("Deployment demo: 0/1 ready");
  progress.update("Deployment demo: 0/1 ready");
  progress.step("applying Widget w");
  progress.done();
  expect(written).toEqual(["deploying\n", "Deployment demo: 0/1 ready\n"]);
  expect(progress.isLog).toBe(true);
});
