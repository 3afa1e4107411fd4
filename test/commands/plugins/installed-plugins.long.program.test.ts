/** Plugins as users run them: with the built command line, from node_modules and from files of the project. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compileFiles } from "../../support/compile-types.js";
import { copyFilePlugin, egressPolicy, installFixture } from "../../support/plugin-project.js";
import { scaffold } from "../../support/scaffolds.js";
import { type Finished, run } from "../../support/shell.js";
import { filesOf, tempFolder } from "../../support/temp-folder.js";

const bin = fileURLToPath(new URL("../../../bin/tsop.js", import.meta.url));

function tsop(root: string, ...args: string[]): Promise<Finished> {
  return run(process.execPath, [bin, ...args], { cwd: root });
}

const kind = ["--group", "foo", "--version", "v1", "--kind", "Bar"];

test("a package takes part in init and edit, is recorded in PROJECT, and takes its changes back", async () => {
  const root = tempFolder();
  installFixture(root);
  const start = ["init", "--domain", "abc.com", "--project-name", "demo", "--tsop", "1", "--no-install"];
  expect(await tsop(root, ...start)).toMatchObject({ code: 0 });
  const plain = filesOf(root);
  const added = await tsop(root, "edit", "--plugins", egressPolicy, "--egress-cidr", "10.0.0.0/8");
  expect(added).toMatchObject({ code: 0, stderr: "" });
  const files = filesOf(root);
  expect(files["PROJECT"]).toContain(`plugins:\n  ${egressPolicy}:\n    networks:\n    - 10.0.0.0/8\n`);
  expect(files["config/default/kustomization.yaml"]).toContain("- ../egress-policy\n");

  const fresh = tempFolder();
  installFixture(fresh);
  const whole = [...start, "--plugins", egressPolicy, "--egress-cidr=10.0.0.0/8"];
  expect((await tsop(fresh, ...whole)).stdout).toContain("allow more networks: npx tsop edit --egress-cidr");
  expect(filesOf(fresh)).toEqual(files);

  const diff = await tsop(root, "edit", "--egress-cidr", "10.1.0.0/16", "--diff", "--output", "json");
  expect(JSON.parse(diff.stdout)).toMatchObject({
    dryRun: true,
    changes: [
      { kind: "overwrite", path: "config/egress-policy/policy.yaml" },
      { kind: "overwrite", path: "PROJECT" },
    ],
  });
  expect(filesOf(root)).toEqual(files);

  expect(await tsop(root, "edit", "--egress-policy=false")).toMatchObject({ code: 0 });
  expect(filesOf(root)).toEqual(plain);
});

test("the flags of a plugin are in the help, and a wrong value is refused before the plugin runs", async () => {
  const root = tempFolder(await scaffold());
  installFixture(root);
  copyFilePlugin(root);
  const { stdout } = await tsop(root, "edit", "--plugins", egressPolicy, "--help");
  expect(stdout).toMatch(/Flags of the plugin tsop-plugin-egress-policy:\n {2}--egress-cidr <cidr> +a network/);
  expect((await tsop(root, "create", "api", "--plugins=./plugins/audit.ts", "--help")).stdout).toContain(
    "--audit-level",
  );
  expect((await tsop(root, "edit", "--plugins", "missing", "--help")).stdout).toContain("--network-policy");
  const wrong = await tsop(root, "create", "api", ...kind, "--plugins", "./plugins/audit.ts", "--audit-level", "high");
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain("Write a number.");
  const refused = await tsop(root, "edit", "--plugins", egressPolicy, "--egress-cidr", "everything");
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain(`error plugin/refused: ${egressPolicy}: "everything" is not a network`);
});

test("a plugin in a TypeScript file of the project edits main.ts, once", async () => {
  const root = tempFolder(await scaffold());
  installFixture(root);
  copyFilePlugin(root);
  const flags = ["--plugins", "./plugins/audit.ts", "--audit-level", "2"];
  expect(await tsop(root, "create", "api", ...kind, ...flags)).toMatchObject({ code: 0, stderr: "" });
  const { "audit.ts": list, "main.ts": main, PROJECT: project } = filesOf(root);
  expect(list).toContain('"foo.abc.com/v1/Bar"');
  expect(main).toContain('import { audited } from "./audit.js";');
  expect(main).toContain('manager.log.info({ level: 2, audited }, "audited kinds");');
  expect(project).not.toContain("plugins:");
  const next = [...kind.with(-1, "Baz"), ...flags];
  expect(await tsop(root, "create", "api", ...next)).toMatchObject({ code: 0 });
  const second = filesOf(root);
  expect(second["audit.ts"]).toContain('"foo.abc.com/v1/Baz"');
  expect(second["main.ts"]?.match(/audited \}/g)).toHaveLength(2);
});

test("the plugins of the fixtures compile against the published types", () => {
  const file = fileURLToPath(new URL("../../fixtures/plugins/files/audit.ts", import.meta.url));
  expect(compileFiles([path.resolve(file)])).toEqual([]);
});
