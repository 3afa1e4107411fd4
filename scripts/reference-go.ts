/**
 * `npm run reference:go` runs controller-gen on the Go sources in test/golden/manifests/<case>/reference/go, stores its
 * output beside them, and lists the markers that it supports, which test/generate uses for comparison. Needs Go, which
 * builds the newest controller-gen. If the folder TSOP_JUDGES contains crd-ref-docs, also stores its reference of the types.
 * Arguments: the names of the cases. Default: all.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { controllerGen, findProgram } from "../bench/harness/go-programs.js";
import { newestVersion } from "../src/schema/kubernetes-versions.js";
import { goVersion } from "./k8s/newest.js";

const modules = ["k8s.io/api", "k8s.io/apimachinery", "k8s.io/apiextensions-apiserver"];

const golden = fileURLToPath(new URL("../test/golden/manifests/", import.meta.url));
const markers = fileURLToPath(new URL("../test/data/controller-gen-markers.json", import.meta.url));
const wanted = process.argv.slice(2);
const judges = process.env["TSOP_JUDGES"];

const generator = findProgram(controllerGen);
if ("missing" in generator) throw new Error(generator.missing);
const [newest] = controllerGen.versions;
if (generator.version !== newest) throw new Error(`controller-gen is ${generator.version}, and must be ${newest}`);
const { file: program } = generator;

const folder = mkdtempSync(path.join(os.tmpdir(), "reference-"));
try {
  const cases = readdirSync(golden).filter((name) => existsSync(path.join(golden, name, "reference/go")));
  for (const name of cases)
    cpSync(path.join(golden, name, "reference/go"), path.join(folder, name), { recursive: true });
  const requirements = modules.map((module) => `\t${module} ${goVersion}\n`).join("");
  writeFileSync(path.join(folder, "go.mod"), `module example.com/golden\n\ngo 1.25\n\nrequire (\n${requirements})\n`);
  await execa("go", ["mod", "tidy"], { cwd: folder });
  for (const name of cases) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await makeReference(name);
    if (judges !== undefined) await documentTypes(judges, name);
  }
  writeFileSync(markers, `${JSON.stringify(await knownMarkers(), undefined, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function makeReference(name: string): Promise<void> {
  const reference = path.join(golden, name, "reference");
  const want = path.join(reference, "want");
  const options = path.join(reference, "options.json");
  const crd = existsSync(options) ? (JSON.parse(readFileSync(options, "utf8")) as string[]) : ["crd"];
  rmSync(want, { recursive: true, force: true });
  const outputs = [`output:crd:dir=${want}/config/crd/bases`, `output:rbac:dir=${want}/config/rbac`];
  const args = ["rbac:roleName=manager-role", ...crd, `paths=./${name}/...`, ...outputs];
  await execa(program, args, { cwd: folder });
}

/** Lets crd-ref-docs document the types: `tsop docs` must say as much. */
async function documentTypes(programs: string, name: string): Promise<void> {
  const config = path.join(folder, "crd-ref-docs.yaml");
  writeFileSync(config, `processor: {}\nrender:\n  kubernetesVersion: "${newestVersion}"\n`);
  const output = path.join(golden, name, "reference/crd-ref-docs.md");
  const args = [`--source-path=./${name}`, `--config=${config}`, "--renderer=markdown", `--output-path=${output}`];
  await execa(path.join(programs, "crd-ref-docs"), args, { cwd: folder });
  // crd-ref-docs prints the addresses of some pointers, which differ in each run.
  writeFileSync(output, readFileSync(output, "utf8").replaceAll(/\b0x[0-9a-f]{8,}\b/g, "0x00000000"));
}

/** Returns the targets of each marker (`field`, `type`, `package`), by its name. */
async function knownMarkers(): Promise<Record<string, string[]>> {
  const targets = new Map<string, Set<string>>();
  for (const generatorName of ["crd", "rbac:roleName=manager-role", "webhook", "object"]) {
    // Some versions print to stdout, and others to stderr.
    const { all } = await execa(program, [generatorName, "-wwww"], { all: true });
    const categories = JSON.parse(all) as { markers: { name: string; target: string }[] | null }[];
    for (const { name, target } of categories.flatMap((category) => category.markers ?? [])) {
      targets.set(name, (targets.get(name) ?? new Set()).add(target));
    }
  }
  const entries = [...targets].map(([name, set]) => [name, [...set].toSorted()] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
