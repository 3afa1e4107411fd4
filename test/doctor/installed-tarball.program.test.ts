/** The findings of `tsop doctor` in a project that requires tsop as a tarball. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findingsIn } from "../support/doctor-findings.js";
import { healthyProject } from "../support/healthy-project.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

test.each([
  ["the same tarball", "tsop-0.1.0.tgz", undefined],
  [
    "another tarball",
    "old/tsop-0.1.0.tgz",
    /^tsop was installed from file:old\/tsop-0.1.0.tgz, but package.json requires file:\//,
  ],
])("an absolute path of a tarball, installed from %s", async (_, resolved, problem) => {
  const root = tempFolder(await healthyProject());
  const tarball = path.join(root, "tsop-0.1.0.tgz");
  const lock = { packages: { "node_modules/tsop": { resolved: `file:${resolved}` } } };
  const packageJson = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Record<string, object>;
  const dependencies = { ...packageJson["dependencies"], tsop: `file:${tarball}` };
  writeFiles(root, {
    "tsop-0.1.0.tgz": "",
    "package.json": JSON.stringify({ ...packageJson, dependencies }),
    "node_modules/.package-lock.json": JSON.stringify(lock),
  });
  const { findings } = await findingsIn(root);
  const failures = findings.filter(({ status }) => status === "failure").map(({ message }) => message);
  expect(failures).toEqual(problem === undefined ? [] : [expect.stringMatching(problem)]);
});
