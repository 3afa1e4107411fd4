import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clusterChecks } from "../../src/doctor/cluster/cluster-checks.js";
import { machineChecks } from "../../src/doctor/machine/machine-checks.js";
import { projectChecks } from "../../src/doctor/project/project-checks.js";

const page = readFileSync(new URL("../../docs/how-to/doctor.md", import.meta.url), "utf8");

test("docs/how-to/doctor.md lists all checks, in the order of the output", () => {
  const table = /\| check \| subject \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page)?.[1];
  expect(table?.trimEnd().split("\n")).toEqual(
    [...machineChecks, ...projectChecks, ...clusterChecks].map(({ id, what }) => `| \`${id}\` | ${what} |`),
  );
});
