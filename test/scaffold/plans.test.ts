/** A plan is a value: it is made from a snapshot, and changes nothing, neither that nor the disk. */
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Snapshot, snapshotAfter } from "../../src/machinery/snapshot.js";
import { parseProject } from "../../src/project/parse.js";
import { type Project, projectFileName, type Resource } from "../../src/project/project.js";
import { planApi } from "../../src/scaffold/api.js";
import { planEdit } from "../../src/scaffold/edit.js";
import { planImportedApis } from "../../src/scaffold/imported-api.js";
import { planNewProject } from "../../src/scaffold/new-project.js";
import { type PlanInput, type ScaffoldPlan, withFile } from "../../src/scaffold/placement.js";
import { loadTemplates } from "../../src/scaffold/templates.js";
import { planWebhook } from "../../src/scaffold/webhook/plan-webhook.js";

/** Files in memory, which cannot be changed. */
function memorySnapshot(files: Readonly<Record<string, string>>): Snapshot {
  const names = Object.keys(files);
  return Object.freeze({
    read: (file: string) => files[file],
    exists: (file: string) => names.some((name) => name === file || name.startsWith(`${file}/`)),
    list: (folder: string) =>
      names
        .filter((name) => path.posix.dirname(name) === folder)
        .map((name) => path.posix.basename(name))
        .toSorted(),
  });
}

const templates = await loadTemplates();
const bar: Resource = {
  ...{ group: "foo", domain: "abc.com", version: "v1", kind: "Bar", controller: true, core: false, plural: undefined },
  ...{ path: "api/v1", api: { crdVersion: "v1", namespaced: true }, webhooks: undefined },
};
const api = {
  ...{ resource: bar, withResource: true, withController: true, shortName: undefined, storageVersion: undefined },
};
const firstStep = "go on";

function newProject(files: Snapshot): Promise<ScaffoldPlan> {
  const license = { license: "none", owner: undefined, year: 2026, customHeader: undefined } as const;
  const request = {
    ...{ domain: "abc.com", projectName: "demo", namespaced: false, multigroup: false, tsop: "^1.0.0" },
    ...{ cliVersion: "1.0.0", license },
  };
  const changes = { networkPolicy: true };
  return planNewProject(inputOf(files), { request, vendored: undefined, changes, apiOf: () => api, firstStep });
}

function inputOf(files: Snapshot, force = false): PlanInput {
  return Object.freeze({ files, templates, force });
}

function projectIn(files: Snapshot): Project {
  return parseProject(files.read(projectFileName) ?? "");
}

const made = await newProject(memorySnapshot({}));
const present = snapshotAfter(memorySnapshot({}), made.actions);

const webhook = {
  resource: { ...bar, webhooks: { defaulting: true, validation: false, conversion: false, spokes: [] } },
  ...{ types: ["defaulting"] as const, spokes: [], certManager: undefined, versions: [], namespaced: true },
};

describe("a plan changes nothing, and comes out the same twice", () => {
  test.each<[string, (files: Snapshot) => Promise<ScaffoldPlan>]>([
    ["of a new project", () => newProject(memorySnapshot({}))],
    [
      "of another kind",
      (files) => planApi(inputOf(files), projectIn(files), { ...api, resource: { ...bar, kind: "Baz" } }),
    ],
    ["of webhooks", (files) => planWebhook(inputOf(files), projectIn(files), webhook)],
    [
      "of other modes",
      async (files) => {
        const request = { changes: { workload: "daemonset", prometheus: true } as const, multigroup: true };
        return (await planEdit(inputOf(files), projectIn(files), request)).plan;
      },
    ],
    [
      "of imported kinds",
      (files) => {
        const resource = { ...bar, kind: "Qux", controller: false };
        return planImportedApis(inputOf(files), projectIn(files), [{ resource, types: "export interface Qux {}\n" }]);
      },
    ],
  ])("%s", async (_, plan) => {
    const texts = (): unknown => made.actions.map(({ path: file }) => present.read(file));
    const before = texts();
    const first = await plan(present);
    expect(first.problems).toEqual([]);
    expect(first.actions.length).toBeGreaterThan(1);
    expect(await plan(present)).toEqual(first);
    expect(texts()).toEqual(before);
    // What it says of the files as they were is what `commit` compares with the disk.
    const changed = first.actions.flatMap((action) => (action.kind === "create" ? [] : [action]));
    expect(changed.map(({ before: was }) => was)).toEqual(changed.map(({ path: file }) => present.read(file)));
  });
});

test("a plan on top of another one begins with what that one makes", async () => {
  const second = await planApi(inputOf(present), projectIn(present), { ...api, resource: { ...bar, kind: "Baz" } });
  const project = second.actions.find(({ path: file }) => file === projectFileName);
  expect(project).toMatchObject({ kind: "overwrite", before: present.read(projectFileName) });
  const after = snapshotAfter(present, second.actions);
  expect(projectIn(after).resources.map(({ kind }) => kind)).toEqual(["Bar", "Baz"]);
  expect(projectIn(present).resources.map(({ kind }) => kind)).toEqual(["Bar"]);
});

test("conflicts are a part of the plan", async () => {
  const files = memorySnapshot({ "main.ts": "mine\n", "README.md": "mine\n" });
  const { problems, kept } = await newProject(files);
  expect(problems[0]).toMatchObject({ code: "scaffold/collision", at: { file: "main.ts" } });
  expect(kept).toContain("README.md");
});

describe("withFile", () => {
  const files = memorySnapshot({ "a.txt": "a\r\n", "b.txt": "b\n" });
  const empty: ScaffoldPlan = Object.freeze({ actions: [], problems: [], kept: [], next: [], keepers: [] });

  test.each([
    ["a.txt", "A\n", [{ kind: "overwrite", path: "a.txt", content: "A\r\n", before: "a\r\n" }]],
    ["b.txt", "b\n", []],
    ["c.txt", "c\n", [{ kind: "create", path: "c.txt", content: "c\n" }]],
  ])("%s", (file, content, actions) => {
    expect(withFile(empty, files, file, content)).toEqual({ ...empty, actions });
  });
});
