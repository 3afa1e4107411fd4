/** The commands of the release workflow, run on this machine with a registry on loopback. Only the login and the signatures are left out. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { expect, test } from "vitest";
import { parseYaml } from "../../src/core/yaml.js";
import { putBase } from "../support/base-image.js";
import { git } from "../support/git.js";
import { hasHelm, helm } from "../support/helm.js";
import { writeAuthorsPart } from "../support/olm-project.js";
import { type Registry, startRegistry } from "../support/registry.js";
import { scaffold } from "../support/scaffolds.js";
import { tempFolder } from "../support/temp-folder.js";
import { linkPackages } from "../support/update/run-project.js";

interface Step {
  readonly name?: string;
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

const tsop = (cwd: string, ...args: string[]): unknown =>
  execFileSync(path.join(cwd, "node_modules/.bin/tsop"), args, { cwd, stdio: "pipe" });

/** npx takes a third of a second to find an installed program. */
const npx = 'npx() { "node_modules/.bin/$@"; }';

async function createProject(prepare: (cwd: string) => void = () => undefined): Promise<string> {
  const files = await scaffold({ apis: [{ group: "foo", version: "v1", kind: "Bar" }], isGenerated: true });
  const cwd = tempFolder(files);
  linkPackages(cwd);
  prepare(cwd);
  git(cwd, "init", "--quiet");
  git(cwd, "add", "--all");
  git(cwd, "commit", "--quiet", "--message", "first");
  git(cwd, "tag", "v0.1.0");
  return cwd;
}

/**
 * Runs the steps of a job that are commands of ours, and returns the outputs of the steps.
 *
 * @param cache - keeps tsop's compiled code for the next job, but no image
 */
async function runJob(
  cwd: string,
  job: string,
  tag: string,
  { registry, cache }: { readonly registry?: Registry; readonly cache: string },
): Promise<Map<string, string>> {
  const file = path.join(cwd, ".github/workflows/release.yml");
  const { jobs } = parseYaml(readFileSync(file, "utf8"), file) as Workflow;
  const temporary = tempFolder();
  rmSync(path.join(cache, "tsop/images"), { recursive: true, force: true }); // a new machine
  const outputs = new Map<string, string>();
  for (const { name = "", id, run, env = {} } of jobs[job]?.steps ?? []) {
    if (run === undefined || name.startsWith("Log in") || /^npm (?:ci|test|run typecheck)$/.test(run)) continue;
    const own = Object.entries(env).map(([key, value]): [string, string] => [
      key,
      value.replace(/\$\{\{ steps\.([\w.]+) \}\}/g, (_, at: string) => outputs.get(at.replace(".outputs", "")) ?? ""),
    ]);
    const outputFile = path.join(temporary, "output");
    writeFileSync(outputFile, "");
    const { exitCode, all } = await execa("bash", ["-e", "-o", "pipefail", "-c", `${npx}\n${run}`], {
      ...{ cwd, all: true, reject: false, extendEnv: false },
      env: {
        ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^(VITEST|npm_|NODE_ENV)/.test(key))),
        ...{ GITHUB_REF_NAME: tag, GITHUB_REPOSITORY: "Acme/Demo", GITHUB_OUTPUT: outputFile, RUNNER_TEMP: temporary },
        ...{ CI: "true", REGISTRY: registry?.host, BASE_IMAGE: `${registry?.host ?? ""}/base:1` },
        ...{ XDG_CACHE_HOME: cache, DOCKER_CONFIG: path.join(temporary, "docker") },
        ...Object.fromEntries(own),
      },
    });
    if (exitCode !== 0) throw new Error(`status ${exitCode ?? 0}: ${run}\n${all}`);
    for (const line of readFileSync(outputFile, "utf8").split("\n").filter(Boolean)) {
      const equals = line.indexOf("=");
      outputs.set(`${id ?? ""}.${line.slice(0, equals)}`, line.slice(equals + 1));
    }
  }
  return outputs;
}

test(
  "a release pushes the image, the chart, the bundle and the catalog, writes the files of the release page, and does the same again",
  { timeout: 240_000 },
  async () => {
    const registry = await startRegistry();
    const machine = { registry, cache: tempFolder() };
    const name = `${registry.host}/acme/demo`;
    const cwd = await createProject((folder) => {
      tsop(folder, "bundle", "--img", `${name}:v0.1.0`);
      writeAuthorsPart(folder);
      tsop(folder, "bundle", "--img", `${name}:v0.1.0`);
      tsop(folder, "catalog", "add", "bundle", "--img", `${name}/bundle:v0.1.0`);
    });
    putBase(registry, "base", ["amd64", "arm64"]);
    await runJob(cwd, "test", "v0.1.0", machine);
    const outputs = await runJob(cwd, "image", "v0.1.0", machine);
    const image = registry.manifest("acme/demo", "v0.1.0");
    const chart = registry.manifest("acme/demo/charts/demo", "0.1.0");
    expect(Object.fromEntries(outputs)).toEqual({
      "push.name": name,
      "push.digest": image.digest,
      "chart.name": `${name}/charts/demo`,
      "chart.digest": chart.digest,
      "olm.bundle": `${name}/bundle`,
      "olm.bundle-digest": registry.manifest("acme/demo/bundle", "v0.1.0").digest,
      "olm.catalog": `${name}/catalog`,
      "olm.catalog-digest": registry.manifest("acme/demo/catalog", "v0.1.0").digest,
    });
    expect(readdirSync(path.join(cwd, "dist"))).toEqual(
      expect.arrayContaining(["demo-0.1.0.tgz", "install.yaml", "notes.md", "sbom.cdx.json"]),
    );
    expect(readFileSync(path.join(cwd, "dist/install.yaml"), "utf8")).toContain(`acme/demo:v0.1.0@${image.digest}`);
    expect(readFileSync(path.join(cwd, "charts/demo/values.yaml"), "utf8")).toContain(image.digest);
    // The list of packages and the provenance refer to the image.
    expect(registry.manifest("acme/demo", image.digest.replace(":", "-")).text).toContain("cyclonedx");
    if (hasHelm) {
      const { all, exitCode } = await helm(["template", "demo", "dist/demo-0.1.0.tgz"], { cwd });
      expect([exitCode, all]).toEqual([0, expect.stringContaining(image.digest)]);
    }
    git(cwd, "clean", "-f", "-d", "--quiet"); // a new checkout
    expect(await runJob(cwd, "image", "v0.1.0", machine)).toEqual(outputs);

    git(cwd, "rm", "-r", "--quiet", "catalog");
    mkdirSync(path.join(cwd, "catalog"));
    await expect(runJob(cwd, "test", "v0.1.0", machine)).rejects.toThrow("::The folder catalog lacks this release.");
    rmSync(path.join(cwd, "catalog"), { recursive: true });
    git(cwd, "rm", "-r", "--quiet", "bundle");
    const without = await runJob(cwd, "image", "v0.1.0", machine);
    expect([...without.keys()].filter((key) => key.startsWith("olm."))).toEqual([]);
  },
);

test("a tag that does not fit the version, or a version that does not fit the changes, stops the release", async () => {
  const cwd = await createProject();
  const machine = { cache: tempFolder() };
  await expect(runJob(cwd, "test", "v0.2.0", machine)).rejects.toThrow(
    "The tag is v0.2.0, but package.json has the version 0.1.0.",
  );
  const types = path.join(cwd, "api/v1/bar_types.ts");
  expect(existsSync(types)).toBe(true);
  const text = readFileSync(types, "utf8");
  writeFileSync(
    types,
    text.replace(/export interface BarSpec \{/, "export interface BarSpec {\n  /** New. */\n  size: number;\n"),
  );
  const release = async (version: string): Promise<void> => {
    const manifest = path.join(cwd, "package.json");
    writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/"version": "[^"]+"/, `"version": "${version}"`));
    tsop(cwd, "manifests");
    git(cwd, "add", "--all");
    git(cwd, "commit", "--quiet", "--message", version);
    git(cwd, "tag", `v${version}`);
    await runJob(cwd, "test", `v${version}`, machine);
  };
  await expect(release("0.1.1")).rejects.toThrow("api/version-too-low");
  git(cwd, "tag", "--delete", "v0.1.1");
  await release("0.2.0");
});
