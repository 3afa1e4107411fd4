/** The README's first command: scaffolds an operator in a new folder, generates its manifests, and shows them. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../bin/tsop.js", import.meta.url));
const project = path.join(mkdtempSync(path.join(os.tmpdir(), "tsop-tour-")), "operator-demo");

run("init", project, "--domain", "abc.com", "--license", "apache2", "--owner", "zhangsan", "--no-install");
run("-C", project, "create", "api", "--group", "foo", "--version", "v1", "--kind", "Bar");
run("-C", project, "manifests");
for (const file of ["config/crd/bases/foo.abc.com_bars.yaml", "config/rbac/role.yaml", "config/samples/foo_v1_bar.yaml"]) {
  console.log(`\n# ${file}\n${readFileSync(path.join(project, file), "utf8").trimEnd()}`);
}
console.log(`\nThe project is in ${project}: ${readdirSync(project).toSorted().join(" ")}`);

function run(...args) {
  console.log(`\n$ tsop ${args.join(" ")}`);
  const { status } = spawnSync(process.execPath, [bin, ...args], { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
