import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { CommandResult } from "../../src/commands/context.js";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { deleteApi } from "../../src/commands/delete-api.js";
import { deleteController } from "../../src/commands/delete-controller.js";
import { deleteWebhook } from "../../src/commands/delete-webhook.js";
import type { DeleteApiOptions } from "../../src/commands/declared/delete.js";
import { importCrd } from "../../src/commands/import-crd.js";
import { manifests } from "../../src/commands/manifests.js";
import { barCrd } from "../support/import-crd.js";
import { type Recording, recordingContext } from "../support/recording-context.js";
import { printProblems, problemsOf, refusalIn } from "../support/refusal.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, snapshot, tempFolder } from "../support/temp-folder.js";

const project = await scaffold({ isGenerated: true });
const withBar = await scaffold({ apis: [bar], isGenerated: true });
const versions = await scaffold({ apis: [bar, { ...bar, version: "v2" }], isGenerated: true });
const baz = { ...bar, kind: "Baz" };

function contextIn(root: string) {
  return recordingContext({ cwd: root });
}

function deleteBar(root: string, options: DeleteApiOptions = {}): Promise<CommandResult> {
  return deleteApi({ group: "foo", kind: "Bar", ...options }, contextIn(root));
}

async function refusalOf(root: string, options: DeleteApiOptions = {}): Promise<string> {
  return printProblems(await refusalIn(root, () => deleteBar(root, options)));
}

async function placesOf(root: string, run: () => Promise<unknown> = () => deleteBar(root)): Promise<string[]> {
  const problems = problemsOf(await refusalIn(root, run));
  return problems.map(({ code, at, message }) => `${at?.file ?? ""}:${at?.line ?? ""} ${code}: ${message}`);
}

function edit(root: string, file: string, change: (text: string) => string): void {
  const name = path.join(root, file);
  writeFileSync(name, change(readFileSync(name, "utf8")));
}

describe("create, manifests, and then delete", () => {
  test.each(["api", "controller", "webhook"] as const)(
    "%s: the bytes of before, without empty folders",
    async (what) => {
      const root = tempFolder(project);
      const context = contextIn(root);
      const before = snapshot(root);
      if (what === "controller")
        await createApi({ group: "apps", version: "v1", kind: "Deployment", resource: false }, context);
      else await createApi(bar, context);
      await manifests({}, context);
      if (what === "webhook") {
        const withKind = filesOf(root);
        await createWebhook({ ...bar, defaulting: true, programmaticValidation: true }, context);
        await manifests({}, context);
        await deleteWebhook({ group: "foo", kind: "Bar" }, context);
        expect(filesOf(root)).toEqual(withKind);
      }
      if (what === "controller") await deleteController({ group: "apps", kind: "Deployment" }, context);
      else await deleteBar(root);
      expect(filesOf(root)).toEqual(filesOf(tempFolder(project)));
      expect(Object.keys(snapshot(root)).filter((name) => !name.startsWith(".tsop"))).toEqual(Object.keys(before));
    },
  );

  test("a second version with its conversion", async () => {
    const root = tempFolder(withBar);
    const context = contextIn(root);
    await createApi({ ...bar, version: "v2" }, context);
    await manifests({}, context);
    await createWebhook({ ...bar, version: "v2", conversion: true, spoke: ["v1"] }, context);
    await manifests({}, context);
    await deleteBar(root, { version: "v2" });
    expect(filesOf(root)).toEqual(withBar);
  });

  test("leaves generated files of the other kinds as they were, if they were out of date", async () => {
    const before = await scaffold({ apis: [baz] });
    const root = tempFolder(before);
    await createApi(bar, contextIn(root));
    const { json } = await deleteBar(root);
    expect(filesOf(root)).toEqual(before);
    expect(json["next"]).toContain("npm run manifests");
  });

  test("the same with an imported kind, whose types count as edited", async () => {
    const root = tempFolder(project);
    const stdin = barCrd();
    await importCrd({ sources: ["-"] }, recordingContext({ cwd: root, stdin }));
    await manifests({}, contextIn(root));
    const [entry = ""] = /kind: \w+/.exec(readFileSync(path.join(root, "PROJECT"), "utf8")) ?? [];
    const imported = {
      kind: entry.slice("kind: ".length),
      group: /group: (\w+)/.exec(readFileSync(path.join(root, "PROJECT"), "utf8"))?.[1],
    };
    await expect(deleteApi(imported as DeleteApiOptions, contextIn(root))).rejects.toThrow("was edited");
    await deleteApi({ ...imported, force: true } as DeleteApiOptions, contextIn(root));
    expect(filesOf(root)).toEqual(project);
  });
});

describe("delete reports", () => {
  test("what remains in clusters, and calls none", async () => {
    const context = recordingContext({ cwd: tempFolder(withBar) });
    const { json } = await deleteApi({ group: "foo", kind: "Bar" }, context);
    expect(json["next"]).toEqual([
      "clusters keep the CRD bars.foo.abc.com and its objects: tsop deploy does not delete CRDs",
      expect.stringContaining("kubectl delete crd bars.foo.abc.com"),
    ]);
    const recording: Recording = context.recording;
    expect(new Set(recording.executed.map(({ file }) => file))).toEqual(new Set(["git"]));
  });

  test("the changes of a preview, and writes nothing", async () => {
    const root = tempFolder(withBar);
    const { text, json } = await deleteBar(root, { dryRun: true });
    expect(text).toContain("delete     api/v1/bar_types.ts\n");
    expect(json).toMatchObject({ dryRun: true });
    expect((await deleteBar(root, { diff: true })).text).toContain("-  new BarReconciler(manager.client)");
    expect(filesOf(root)).toEqual(withBar);
  });
});

describe("delete refuses", () => {
  test("edited files, all of them, and deletes them with --force", async () => {
    const root = tempFolder(withBar);
    edit(root, "api/v1/bar_types.ts", (text) => `${text}// Mine.\n`);
    edit(root, "controllers/bar_controller.ts", (text) => text.replace("Ready", "Done"));
    edit(root, "config/samples/foo_v1_bar.yaml", (text) => `${text}# Mine.\n`);
    expect(await placesOf(root)).toEqual([
      "api/v1/bar_types.ts: delete/edited: api/v1/bar_types.ts was edited, and the command would delete it",
      "config/samples/foo_v1_bar.yaml: delete/edited: config/samples/foo_v1_bar.yaml was edited, and the command would delete it",
      "controllers/bar_controller.ts: delete/edited: controllers/bar_controller.ts was edited, and the command would delete it",
    ]);
    expect((await deleteBar(root, { force: true })).text).toContain("-// Mine.");
    expect(filesOf(root)).toEqual(project);
  });

  test("uses in other code, with their places, even with --force", async () => {
    const root = tempFolder(await scaffold({ apis: [bar, baz], isGenerated: true }));
    edit(root, "controllers/baz_controller.ts", (text) =>
      text
        .replace("import { Baz }", 'import { Bar } from "../api/v1/bar_types.js";\nimport { Baz }')
        .replace(".for(Baz)", ".for(Baz)\n      .owns(Bar)"),
    );
    writeFileSync(path.join(root, "test/bars.ts"), 'export const bars = import("../api/v1/bar_types.js");\n');
    const owns =
      readFileSync(path.join(root, "controllers/baz_controller.ts"), "utf8")
        .split("\n")
        .findIndex((line) => line.includes(".owns(Bar)")) + 1;
    const found = await placesOf(root, () => deleteBar(root, { force: true }));
    expect(found).toContain(
      `controllers/baz_controller.ts:${owns} delete/referenced: Bar comes from api/v1/bar_types.ts, which the command would delete`,
    );
    expect(found.filter((line) => line.includes("delete/referenced")).map((line) => line.split(":")[0])).toEqual([
      "controllers/baz_controller.ts",
      "controllers/baz_controller.ts",
      "test/bars.ts",
    ]);
  });

  test("uses in main.ts that are no plain wiring, with the line of the file as it is", async () => {
    const root = tempFolder(withBar);
    edit(root, "main.ts", (text) =>
      text.replace(
        "new BarReconciler(manager.client).setupWithManager(manager);",
        "const bars = new BarReconciler(manager.client);\n  bars.setupWithManager(manager);",
      ),
    );
    const line =
      readFileSync(path.join(root, "main.ts"), "utf8")
        .split("\n")
        .findIndex((each) => each.includes("const bars")) + 1;
    expect(await placesOf(root)).toContain(
      `main.ts:${line} delete/referenced: BarReconciler comes from controllers/bar_controller.ts, which the command would delete`,
    );
  });

  test("a version that another version starts with", async () => {
    const root = tempFolder(versions);
    edit(root, "api/v1/bar_types.ts", (text) => text.replace(" * @storageVersion\n", ""));
    edit(root, "api/v2/bar_types.ts", (text) =>
      text.replace(" */\nexport interface Bar ", " * @storageVersion\n */\nexport interface Bar "),
    );
    await manifests({}, contextIn(root));
    const places = await placesOf(root, () => deleteBar(root, { version: "v1" }));
    expect(places.filter((place) => !place.includes("delete/edited"))[0]).toBe(
      "api/v2/bar_types.ts:18 delete/referenced: this file imports api/v1/bar_types.ts, which the command would delete",
    );
  });

  test("the storage version", async () => {
    const root = tempFolder(versions);
    expect(await refusalOf(root, { version: "v1" })).toBe(
      "delete/storage-version: clusters store the objects of Bar as v1, and Bar keeps v2 | Move @storageVersion to another version, for example to api/v2/bar_types.ts, then run: npm run manifests, npm run install-crds, npx tsop migrate-storage. Then repeat this command. If no cluster has the CRD, use --force, which moves the tag.",
    );
  });

  test.each<[string, DeleteApiOptions, string]>([
    [
      "a missing kind",
      { kind: undefined } as unknown as DeleteApiOptions,
      "usage/invalid-argument: --kind is missing | Add it: Bar.",
    ],
    ["an unknown kind", { kind: "Barr" }, "usage/invalid-argument: foo.abc.com Barr is not in PROJECT | --kind Bar"],
    [
      "another group",
      { group: "qux" },
      "usage/invalid-argument: qux.abc.com Bar is not in PROJECT | The project has foo.abc.com/v1 Bar: --group foo",
    ],
    [
      "an unknown version",
      { version: "v3" },
      "usage/invalid-argument: Bar has no version v3 in the project; it has v1 | --version v1",
    ],
  ])("%s", async (_, options, text) => {
    expect(await refusalOf(tempFolder(withBar), options)).toBe(text);
  });

  test("a kind of Kubernetes, which has a controller only", async () => {
    const deployment = { group: "apps", version: "v1", kind: "Deployment" };
    const root = tempFolder(await scaffold({ apis: [{ ...deployment, resource: false }] }));
    expect(await refusalOf(root, deployment)).toBe(
      "usage/invalid-argument: apps/v1 Deployment is not a kind of this project, so it has no API that tsop could delete | Run tsop delete controller --group apps --kind Deployment.",
    );
  });

  test("a kind whose files exist, but which PROJECT does not list", async () => {
    const root = tempFolder(withBar);
    writeFileSync(path.join(root, "PROJECT"), project["PROJECT"] ?? "");
    expect(await refusalOf(root, { version: "v1" })).toContain(
      "PROJECT does not list the kind, but its files exist. Restore the entry in PROJECT, or delete the files yourself: api/v1/bar_types.ts, controllers/bar_controller.ts",
    );
  });

  test("webhooks and controllers that do not exist", async () => {
    const root = tempFolder(withBar);
    const webhook = await refusalIn(root, () => deleteWebhook({ group: "foo", kind: "Bar" }, contextIn(root)));
    expect(printProblems(webhook)).toBe(
      "usage/invalid-argument: Bar has no webhooks | PROJECT lists the webhooks of each version.",
    );
    await deleteController({ group: "foo", kind: "Bar" }, contextIn(root));
    const controller = await refusalIn(root, () => deleteController({ group: "foo", kind: "Bar" }, contextIn(root)));
    expect(printProblems(controller)).toContain("Bar has no controller");
  });
});

describe("delete finishes", () => {
  test("a half deleted kind", async () => {
    const root = tempFolder(withBar);
    rmSync(path.join(root, "api"), { recursive: true });
    rmSync(path.join(root, "controllers/bar_controller.test.ts"));
    await deleteBar(root);
    expect(Object.keys(filesOf(root))).toEqual(Object.keys(filesOf(tempFolder(project))));
    expect(readFileSync(path.join(root, "PROJECT"), "utf8")).toBe(project["PROJECT"]);
    expect(readFileSync(path.join(root, "main.ts"), "utf8")).toBe(project["main.ts"]);
  });

  test("in a project with an error in another file", async () => {
    const root = tempFolder(withBar);
    writeFileSync(path.join(root, "api/broken_types.ts"), "export interface {\n");
    const { json } = await deleteBar(root);
    expect(json["next"]).toContain("npm run manifests");
    expect(Object.keys(filesOf(root))).not.toContain("api/v1/bar_types.ts");
  });

  test("a version whose controller has moved to another version", async () => {
    const root = tempFolder(versions);
    edit(
      root,
      "api/v2/bar_types.ts",
      () => withBar["api/v1/bar_types.ts"]?.replaceAll("/v1", "/v2").replace("API.", "API.\n * @storageVersion") ?? "",
    );
    edit(root, "api/v1/bar_types.ts", (text) => text.replace(" * @storageVersion\n", ""));
    for (const file of ["controllers/bar_controller.ts", "controllers/bar_controller.test.ts"]) {
      edit(root, file, (text) => text.replaceAll("api/v1/", "api/v2/").replaceAll("abc.com/v1", "abc.com/v2"));
    }
    await manifests({}, contextIn(root));
    const { json } = await deleteBar(root, { version: "v1" });
    const files = filesOf(root);
    expect(Object.keys(files)).toContain("controllers/bar_controller.ts");
    expect(files["main.ts"]).toBe(withBar["main.ts"]);
    expect(files["PROJECT"]).toBe(
      withBar["PROJECT"]
        ?.replaceAll("v1\n  version: v1", "v2\n  version: v2")
        .replace("path: api/v1", "path: api/v2")
        .replace("version: v1", "version: v2"),
    );
    expect(files["config/crd/bases/foo.abc.com_bars.yaml"]).not.toContain("name: v1");
    expect(json["next"]).toContainEqual(expect.stringContaining("status.storedVersions"));
  });
});
