/** The README's first command: scaffolds an operator in a new folder, generates its manifests, and shows them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../bin/tsop.js", import.meta.url));
const project = path.join(mkdtempSync(path.join(os.tmpdir(), "tsop-tour-")), "operator-demo");

tsop("init", project, "--domain", "abc.com", "--license", "apache2", "--owner", "zhangsan", "--no-install");
tsop("-C", project, "create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar");
tsop("-C", project, "manifests");
for (const file of ["crd/bases/foo.abc.com_bars.yaml", "rbac/role.yaml", "samples/foo_v1_bar.yaml"]) {
  say(`\n# config/${file}\n${readFileSync(path.join(project, "config", file), "utf8").trimEnd()}`);
}
say(`\nThe project is in ${project}:\n${readdirSync(project).toSorted().join("  ")}`);

function tsop(...args: readonly string[]): void {
  say(`\n$ tsop ${args.join(" ")}`);
  const { status } = spawnSync(process.execPath, [bin, ...args], { stdio: "inherit" });
  if (status !== 0) throw new Error(`it ended with ${status ?? "a signal"}`);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
