/** `npm run fetch:go-fields` writes data/<version>/go-fields.json from Kubernetes' Go modules. Needs Go in the PATH. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { goVersion, newestFile } from "./newest.js";
import { readModules } from "./read-modules.js";

const modules = ["k8s.io/api", "k8s.io/apiextensions-apiserver", "k8s.io/client-go", "k8s.io/kube-aggregator"];

const known = new Set([...readModules().values()].flatMap(({ schemas }) => Object.keys(schemas)));
const folder = mkdtempSync(path.join(os.tmpdir(), "go-fields-"));
try {
  cpSync(fileURLToPath(new URL("go-fields", import.meta.url)), folder, { recursive: true });
  const requirements = modules.map((module) => `\t${module} ${goVersion}\n`).join("");
  writeFileSync(path.join(folder, "go.mod"), `module example.com/fields\n\ngo 1.25\n\nrequire (\n${requirements})\n`);
  const { stdout } = await execa("go", ["run", "-mod=mod", "."], { cwd: folder });
  const types = Object.entries(JSON.parse(stdout) as Record<string, Record<string, string>>);
  const lines = types
    .filter(([name, fields]) => known.has(name) && Object.keys(fields).length > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, fields]) => `${JSON.stringify(name)}: ${JSON.stringify(fields)}`);
  writeFileSync(newestFile("go-fields.json"), `{\n${lines.join(",\n")}\n}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
