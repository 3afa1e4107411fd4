/** Commands that deploy objects, or write them to files, from sources that are newer than the manifests. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { buildInstaller } from "../../src/commands/build-installer.js";
import { deploy } from "../../src/commands/deploy.js";
import { freshManifests } from "../../src/commands/fresh-manifests.js";
import { helmChart } from "../../src/commands/helm-chart.js";
import { installCrds } from "../../src/commands/install-crds.js";
import { renderedDocuments } from "../../src/commands/rendered-objects.js";
import { readCrds } from "../../src/cluster/crd-files.js";
import { textsOf } from "../../src/commands/planned-files.js";
import { healthyProject } from "../support/healthy-project.js";
import { recordingContext } from "../support/recording-context.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";

const types = "api/v1/bar_types.ts";
const crd = "config/crd/bases/foo.abc.com_bars.yaml";

async function given(change: (types: string) => string = edited, env: Record<string, string> = {}) {
  const files = await healthyProject();
  const cwd = tempFolder({ ...files, [types]: change(files[types]!) });
  return {
    context: recordingContext({ cwd, env }),
    read: (file: string) => readFileSync(path.join(cwd, file), "utf8"),
  };
}

const edited = (text: string): string => text.replace("The number of replicas to run.", "What was just edited.");
const broken = (text: string): string => text.replace("@minimum 1", "@minimum one");
const outOfDate = {
  code: "manifests/out-of-date",
  diagnostics: expect.arrayContaining([expect.objectContaining({ at: { file: crd } })]) as unknown,
};
const generated = (cwd: string) =>
  Object.fromEntries(Object.entries(snapshot(cwd)).filter(([name]) => !name.startsWith(".tsop")));

describe("the rendered objects follow the sources", () => {
  test("and is written by a command that writes", async () => {
    const { context, read } = await given();
    await buildInstaller({ img: "demo:v1" }, context);
    expect(read("dist/install.yaml")).toContain("What was just edited.");
    expect(read(crd)).toContain("What was just edited.");
    expect(context.recording.notes).toContainEqual(expect.stringContaining(`regenerated: ${crd}`));
  });

  test("also in a chart", async () => {
    const { context } = await given();
    await helmChart({}, context);
    expect(JSON.stringify(snapshot(path.join(context.cwd, "charts")))).toContain("What was just edited.");
  });

  test("and a preview writes nothing, but shows it", async () => {
    const { context } = await given();
    const before = generated(context.cwd);
    expect((await buildInstaller({ img: "demo:v1", diff: true }, context)).text).toContain("What was just edited.");
    expect((await buildInstaller({ img: "demo:v1", stdout: true }, context)).text).toContain("What was just edited.");
    expect((await helmChart({ diff: true }, context)).text).toContain("What was just edited.");
    await deploy({ img: "demo:v1", dryRun: "client" }, context);
    await installCrds({ dryRun: "client" }, context);
    const fresh = await freshManifests("preview", context);
    expect([...(await renderedDocuments(fresh, context)).values()].join("")).toContain("What was just edited.");
    expect(JSON.stringify(readCrds(context.cwd, textsOf(fresh.unwritten)))).toContain("What was just edited.");
    expect(generated(context.cwd)).toEqual(before);
    expect(context.recording.notes).toContainEqual(
      expect.stringContaining(`out of date, and not written by this preview: ${crd}`),
    );
  });

  test("also of a kind for which nothing was generated yet", async () => {
    const files = await healthyProject();
    const without = Object.entries(files).filter(([name]) => name !== crd);
    const context = recordingContext({ cwd: tempFolder(Object.fromEntries(without)) });
    const { text } = await deploy({ img: "demo:v1", dryRun: "client" }, context);
    expect(text).toContain("CustomResourceDefinition bars.foo.abc.com would be applied");
    expect(existsSync(path.join(context.cwd, crd))).toBe(false);
  });
});

describe.each([
  ["deploy", (context) => deploy({ img: "demo:v1" }, context)],
  ["install-crds", (context) => installCrds({}, context)],
  ["build-installer", (context) => buildInstaller({ img: "demo:v1" }, context)],
  ["helm chart", (context) => helmChart({}, context)],
] satisfies [string, (context: ReturnType<typeof recordingContext>) => Promise<unknown>][])("%s", (_, run) => {
  test("is stopped by what the generator finds, and nothing is changed", async () => {
    const { context } = await given(broken);
    const before = generated(context.cwd);
    await expect(run(context)).rejects.toMatchObject({ diagnostics: [{ at: { file: types } }] });
    expect(generated(context.cwd)).toEqual(before);
  });

  test("refuses in CI what was not generated before it was committed, by name", async () => {
    const { context } = await given(edited, { CI: "true" });
    const before = generated(context.cwd);
    await expect(run(context)).rejects.toMatchObject(outOfDate);
    expect(generated(context.cwd)).toEqual(before);
  });
});

test("--check names the manifests that are out of date", async () => {
  const { context } = await given();
  await expect(buildInstaller({ img: "demo:v1", check: true }, context)).rejects.toMatchObject(outOfDate);
  await expect(helmChart({ check: true }, context)).rejects.toMatchObject(outOfDate);
});

test("tsop uses the files of a project with its own generator, and reports it", async () => {
  const scripts = '"manifests": "tsop manifests --max-desc-len 0"';
  const files = await healthyProject();
  const own = files["package.json"]!.replace('"manifests": "tsop manifests"', scripts);
  const cwd = tempFolder({ ...files, "package.json": own, [types]: broken(files[types]!) });
  const context = recordingContext({ cwd });
  await buildInstaller({ img: "demo:v1" }, context);
  expect(context.recording.notes).toContainEqual(expect.stringContaining("tsop uses the existing manifests"));
});
