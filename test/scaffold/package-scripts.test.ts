/** The scripts of a new project's package.json, against the commands that exist. */
import { expect, test } from "vitest";
import { declarations } from "../../src/commands/declared/all.js";
import { scaffold } from "../support/scaffolds.js";

const { "package.json": manifest = "", "README.md": readme = "" } = await scaffold();
const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
const paths = declarations.map(({ path }) => path);

test("a script that begins with tsop is a command", () => {
  const called = Object.values(scripts).flatMap((script) => /^tsop (.+)$/.exec(script)?.[1] ?? []);
  expect(called.filter((command) => !paths.includes(command))).toEqual([]);
});

/** The release workflow runs them, not a person. */
const ofWorkflow = ["helm package", "helm push"];

test("each command for a chart and its release has a script of its name, which the README describes", () => {
  const helm = paths.filter((command) => command.startsWith("helm ") && !ofWorkflow.includes(command));
  expect(helm).toContain("helm rollback");
  for (const command of helm) {
    const script = command.replace(" ", "-");
    expect(scripts[script]).toBe(`tsop ${command}`);
    expect(readme).toContain(`npm run ${script}`);
  }
});
