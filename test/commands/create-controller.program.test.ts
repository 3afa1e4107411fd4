import { describe, expect, test } from "vitest";
import { edit } from "../../src/commands/edit.js";
import { manifests } from "../../src/commands/manifests.js";
import { parseProject } from "../../src/project/parse.js";
import { count, refusal, run } from "../support/create-api.js";
import { recordingContext } from "../support/recording-context.js";
import { printProblems } from "../support/refusal.js";
import { bar, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const project = await scaffold();
const withBar = await scaffold({ apis: [bar] });
const backup = { group: "foo", version: "v1", kind: "Bar", controllerName: "bar-backup" };

describe("create api --controller-name", () => {
  test("adds a second controller to a kind, and records both as kubebuilder does", async () => {
    const root = tempFolder(withBar);
    const { files } = await run(root, backup);
    const added = Object.keys(files).filter((name) => !(name in withBar));
    expect(added.toSorted()).toEqual([
      "controllers/bar_backup_controller.test.ts",
      "controllers/bar_backup_controller.ts",
    ]);
    expect(files["PROJECT"]).toContain("  controllers:\n  - name: bar\n  - name: bar-backup\n");
    expect(files["PROJECT"]).not.toContain("controller: true");
    expect(files["main.ts"]).toContain(
      'import { BarBackupReconciler } from "./controllers/bar_backup_controller.js";\n',
    );
    expect(files["main.ts"]).toContain("  new BarBackupReconciler(manager.client).setupWithManager(manager);\n");
    expect(count(files["main.ts"], "new BarReconciler(")).toBe(1);
    const controller = files["controllers/bar_backup_controller.ts"]!;
    expect(controller).toContain('manager.controller("bar-backup").for(Bar)');
    // The first controller already writes the condition Ready.
    expect(controller).not.toContain("setCondition");
    expect(files["controllers/bar_controller.ts"]).toBe(withBar["controllers/bar_controller.ts"]);
  });

  test("main.ts is regenerated with all controllers, also for a later kind", async () => {
    const root = tempFolder(withBar);
    await run(root, backup);
    const { files } = await run(root, { ...bar, kind: "Baz" });
    expect(["Bar", "BarBackup", "Baz"].map((name) => count(files["main.ts"], `new ${name}Reconciler(`))).toEqual([
      1, 1, 1,
    ]);
  });

  test("names the first controller of a new kind", async () => {
    const { files } = await run(tempFolder(project), { ...bar, controllerName: "keeper" });
    expect(files["controllers/keeper_controller.ts"]).toContain("export class KeeperReconciler");
    expect(files["controllers/keeper_controller.ts"]).toContain("setCondition");
    expect(parseProject(files["PROJECT"]!).resources[0]).toMatchObject({ controller: true, controllers: ["keeper"] });
  });

  test("puts the group before the name in a multi-group project", async () => {
    const root = tempFolder(await scaffold({ init: { multigroup: true }, apis: [bar] }));
    const { files } = await run(root, backup);
    expect(files["controllers/foo/bar_backup_controller.ts"]).toContain('controller("foo-bar-backup")');
    expect(files["main.ts"]).toContain('"./controllers/foo/bar_backup_controller.js"');
  });

  test("adds a controller to a built-in kind", async () => {
    const root = tempFolder(project);
    const deployment = { group: "apps", version: "v1", kind: "Deployment", resource: false };
    await run(root, deployment);
    const { files } = await run(root, { ...deployment, controllerName: "restarter" });
    expect(files["controllers/restarter_controller.ts"]).toContain('from "tsop/k8s/apps/v1"');
    expect(files["PROJECT"]).toContain("controllers:\n  - name: deployment\n  - name: restarter\n");
  });

  test("a switch to one namespace and back changes the tests of all controllers", async () => {
    const root = tempFolder(project);
    await run(root, { ...bar, controllerName: "keeper" });
    const before = filesOf(root);
    const context = recordingContext({ cwd: root });
    await edit({ namespaced: true }, context);
    expect(filesOf(root)["controllers/keeper_controller.test.ts"]).toContain("namespaces: [key.namespace]");
    await edit({ namespaced: false }, context);
    expect(filesOf(root)).toEqual(before);
  });

  test("manifests are the same with one controller and with two", async () => {
    const root = tempFolder(withBar);
    await manifests({}, recordingContext({ cwd: root }));
    const before = filesOf(root)["config/rbac/role.yaml"];
    await run(root, backup);
    await manifests({}, recordingContext({ cwd: root }));
    expect(filesOf(root)["config/rbac/role.yaml"]).toBe(before);
  });
});

describe("create api --controller-name refuses", () => {
  test.each<[string, object, string]>([
    ["the name of the first controller", { controllerName: "bar" }, 'already has a controller "bar"'],
    ["a name with upper case", { controllerName: "Backup" }, "--controller-name backup"],
    ["a name that is too long", { controllerName: "a".repeat(64) }, "at most 63"],
    ["an empty name", { controllerName: "" }, "is not a controller name"],
    ["a path", { controllerName: "../bar" }, "is not a controller name"],
    ["no controller", { controllerName: "b", controller: false }, "contradict each other"],
    ["the class of another controller", { controllerName: "ba-r" }, 'conflicts with the controller "bar"'],
  ])("%s", async (_, options, expected) => {
    expect(printProblems(await refusal(tempFolder(withBar), { ...backup, ...options }))).toContain(expected);
  });

  test("a name that exists, and a controller of another kind with its class", async () => {
    const root = tempFolder(withBar);
    await run(root, backup);
    expect(printProblems(await refusal(root, backup))).toContain('already has a controller "bar-backup"');
    const other = printProblems(await refusal(root, { ...bar, kind: "Baz", controllerName: "bar-backup" }));
    expect(other).toContain('conflicts with the controller "bar-backup" of foo.abc.com/v1 Bar');
  });

  test("a kind that does not exist, with --resource=false", async () => {
    const error = await refusal(tempFolder(withBar), { ...backup, kind: "Baz", resource: false });
    expect(printProblems(error)).toContain("is neither in the project nor a built-in kind");
  });
});
