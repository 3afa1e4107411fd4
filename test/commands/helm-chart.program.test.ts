import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { helmChart } from "../../src/commands/helm-chart.js";
import { printYamlDocuments } from "../../src/core/yaml.js";
import { deployProject, type DeployProjectOptions } from "../support/deploy-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const packageJson = '{"version":"1.2.3"}';

function chartProject(options: DeployProjectOptions = {}): string {
  return tempFolder({ ...deployProject("demo", options), "package.json": packageJson });
}

/** The sources change. */
function change(root: string, options: DeployProjectOptions): void {
  const file = "config/default/objects.yaml";
  writeFileSync(path.join(root, file), deployProject("demo", options)[file] ?? "");
}

function read(root: string, file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

function edit(root: string, file: string, from: string, to: string): void {
  const text = read(root, file);
  expect(text).toContain(from);
  writeFileSync(
    path.join(root, file),
    text.replace(from, () => to),
  );
}

const make = (cwd: string, options: Parameters<typeof helmChart>[0] = {}) =>
  helmChart(options, recordingContext({ cwd }));

const configMap = "charts/demo/templates/extra/configmap-settings.yaml";

describe("tsop helm chart", () => {
  test("makes a chart, and then has nothing to do", async () => {
    const root = chartProject({ image: "example.com:5000/demo:v1" });
    const made = await make(root);
    expect(made.json).toMatchObject({ chart: "charts/demo", edited: [] });
    expect(read(root, "charts/demo/Chart.yaml")).toContain('version: "1.2.3"\nappVersion: "1.2.3"\n');
    expect(read(root, "charts/demo/values.yaml")).toMatch(
      /repository: example.com:5000\/demo\n(?: *#.*\n)* *tag: v1\n/,
    );
    expect((await make(root)).text).toBe("charts/demo is up to date");
    expect(await make(root, { check: true })).toMatchObject({ exitCode: 0 });
  });

  test("writes nothing in a preview, and finds drift", async () => {
    const root = chartProject();
    expect((await make(root, { dryRun: true })).json).toMatchObject({ dryRun: true });
    expect(existsSync(path.join(root, "charts"))).toBe(false);
    const checked = await make(root, { check: true });
    expect(checked.exitCode).toBe(3);
    expect(checked.diagnostics).toContainEqual(expect.objectContaining({ code: "helm/out-of-date" }));
    expect(existsSync(path.join(root, "charts"))).toBe(false);
  });

  test("keeps values and comments, adds new keys, and lets others follow", async () => {
    const root = chartProject({ image: "demo:v1" });
    await make(root);
    const values = "charts/demo/values.yaml";
    edit(root, values, "replicas: 1", "replicas: 3 # as many as there are zones");
    edit(root, values, 'nameOverride: ""\n', "");
    edit(root, values, "extraArgs: []", "extraArgs: []\nmine:\n  - of my own");
    change(root, { image: "demo:v2" });
    await make(root);
    const text = read(root, values);
    expect(text).toContain("replicas: 3 # as many as there are zones");
    expect(text).toContain("tag: v2");
    expect(text).toContain('nameOverride: ""');
    expect(text).toContain("mine:\n  - of my own");
    expect(JSON.parse(read(root, "charts/demo/values.schema.json"))).toMatchObject({ properties: { mine: {} } });
  });

  test("an image that is named counts more than an edit, and is remembered", async () => {
    const root = chartProject();
    await make(root);
    edit(root, "charts/demo/values.yaml", "tag: latest", "tag: v0");
    await make(root, { img: "example.com/demo:v3" });
    const text = read(root, "charts/demo/values.yaml");
    expect(text).toContain("repository: example.com/demo");
    expect(text).toContain("tag: v3");
    expect((await make(root)).text).toContain("up to date");
  });

  test("merges an edit of a template with a change of the sources", async () => {
    const root = chartProject({ level: "info" });
    await make(root);
    edit(root, configMap, "apiVersion: v1\n", "# mine\napiVersion: v1\n");
    change(root, { level: "debug" });
    const made = await make(root);
    expect(made.json).toMatchObject({ edited: [configMap] });
    expect(read(root, configMap)).toContain("# mine\napiVersion");
    expect(read(root, configMap)).toContain("level: debug");
  });

  test("says where an edit and a change meet, and writes nothing", async () => {
    const root = chartProject({ level: "info" });
    await make(root);
    edit(root, configMap, "level: info", "level: mine");
    change(root, { level: "debug", image: "demo:v9" });
    const before = read(root, "charts/demo/values.yaml");
    await expect(make(root)).rejects.toMatchObject({
      code: "helm/conflict",
      diagnostics: [{ at: { file: configMap, line: 3 }, hint: expect.stringContaining("level: debug") as string }],
    });
    expect(read(root, "charts/demo/values.yaml")).toBe(before);
    const forced = await make(root, { force: true });
    expect(forced.text).toContain("-  level: mine");
    expect(read(root, configMap)).toContain("level: debug");
  });

  test("deletes files without an object, unless they were edited; deleted files stay deleted", async () => {
    const root = chartProject({
      more: [{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "more", namespace: "demo-system" } }],
    });
    await make(root);
    const more = configMap.replace("settings", "more");
    rmSync(path.join(root, "charts/demo/templates/NOTES.txt"));
    edit(root, configMap, "level: info", "level: mine");
    change(root, { without: ["settings"] });
    const context = recordingContext({ cwd: root });
    await helmChart({}, context);
    expect(existsSync(path.join(root, more))).toBe(false);
    expect(existsSync(path.join(root, configMap))).toBe(true);
    expect(existsSync(path.join(root, "charts/demo/templates/NOTES.txt"))).toBe(false);
    expect(context.recording.warnings.join()).toContain("helm/orphan");
    await make(root, { force: true });
    expect(existsSync(path.join(root, "charts/demo/templates/NOTES.txt"))).toBe(true);
  });

  test("line breaks of another system are no edit", async () => {
    const root = chartProject({ level: "info" });
    await make(root);
    writeFileSync(path.join(root, configMap), read(root, configMap).replaceAll("\n", "\r\n"));
    change(root, { level: "debug" });
    await make(root);
    expect(read(root, configMap)).toContain("level: debug\n");
  });

  test("leaves a chart alone that it has not made", async () => {
    const root = chartProject();
    writeFileSync(path.join(root, "package.json"), packageJson);
    const other = tempFolder({
      ...deployProject("demo"),
      "package.json": packageJson,
      "charts/demo/Chart.yaml": "name: x\n",
    });
    await expect(make(other)).rejects.toMatchObject({ code: "scaffold/collision" });
    await make(root);
    writeFileSync(path.join(root, "charts/demo/.tsop-chart.json"), "{}");
    await expect(make(root)).rejects.toMatchObject({ code: "helm/invalid-record" });
  });

  test("warns of secrets, and of the image that no registry has", async () => {
    const context = recordingContext({ cwd: chartProject() });
    await helmChart({}, context);
    expect(context.recording.warnings.join()).toContain("helm/secret");
    expect(context.recording.warnings.join()).toContain("helm/placeholder-image");
  });

  test("refuses what no chart can be made of", async () => {
    const widget = {
      apiVersion: "demo.example.com/v1",
      kind: "Widget",
      metadata: { name: "a", namespace: "demo-system" },
    };
    await expect(make(chartProject({ more: [widget] }))).rejects.toMatchObject({ code: "helm/own-kind" });
    const none = chartProject();
    writeFileSync(
      path.join(none, "config/default/objects.yaml"),
      printYamlDocuments([{ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } }]),
    );
    await expect(make(none)).rejects.toMatchObject({ code: "helm/no-manager" });
    const unnumbered = chartProject();
    writeFileSync(path.join(unnumbered, "package.json"), '{"version":"v1"}');
    await expect(make(unnumbered)).rejects.toMatchObject({ code: "helm/no-version" });
    await expect(make(chartProject(), { dir: "../x" })).rejects.toMatchObject({ code: "usage/invalid-argument" });
    await expect(make(chartProject(), { img: "No Image" })).rejects.toMatchObject({ code: "usage/invalid-argument" });
    await expect(make(chartProject(), { from: "config/nothing" })).rejects.toMatchObject({
      code: "render/no-kustomization",
    });
  });
});
