import { beforeAll, describe, expect, test } from "vitest";
import { deleteApi } from "../../src/commands/delete-api.js";
import { manifests } from "../../src/commands/manifests.js";
import { renameGroup, renameKind } from "../../src/commands/rename.js";
import { kindsOf } from "../support/edit-project.js";
import { expectWhole, projectToRename } from "../support/project-to-rename.js";
import { recordingContext } from "../support/recording-context.js";
import { problemsOf, refusalIn } from "../support/refusal.js";
import { bar, type Files, scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

let project: Files;
beforeAll(async () => {
  project = await projectToRename();
});

describe("the migration of the objects in clusters", () => {
  const controller = "controllers/box_controller.ts";
  const edited = (files: Files): Files => ({
    ...files,
    "controllers/barset_controller.ts": (files["controllers/barset_controller.ts"] ?? "")
      .replace("import { BarSet }", 'import { Deployment } from "tsop/k8s/apps/v1";\nimport { BarSet }')
      .replace(".complete(this)", ".owns(Deployment).complete(this)")
      .replace(
        "    const status =",
        "    if (addFinalizer(barSet, finalizer)) await this.#client.update(barSet);\n    const status =",
      )
      .replace("  type Client,", "  addFinalizer,\n  type Client,")
      .replace("/** Makes the cluster", 'const finalizer = "foo.abc.com/barset";\n\n/** Makes the cluster'),
  });

  test("is a part of the operator: it compiles, has its permissions, and keeps the previous CRD", async () => {
    const root = tempFolder(edited(project));
    const context = recordingContext({ cwd: root });
    await manifests({}, context);
    const { text } = await renameKind({ from: "BarSet", to: "Box" }, context);
    const files = await expectWhole(root);
    expect(files["migrations/barsets.foo.abc.com.ts"]).toMatchInlineSnapshot(`
      "/*
      Copyright 2026

      Licensed under the Apache License, Version 2.0 (the "License");
      you may not use this file except in compliance with the License.
      You may obtain a copy of the License at

          http://www.apache.org/licenses/LICENSE-2.0

      Unless required by applicable law or agreed to in writing, software
      distributed under the License is distributed on an "AS IS" BASIS,
      WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
      See the License for the specific language governing permissions and
      limitations under the License.
      */

      import { type CustomResource, defineKind, type KubeObject, type Manager } from "tsop";
      import { type KindMigration, migrateKind } from "tsop/migrate";
      import { Deployment } from "tsop/k8s/apps/v1";
      import { Box } from "../api/v1/box_types.js";

      /** The kind before its rename. Delete this file when the migration has ended: \`npx tsop manual migrate-a-kind\`. */
      interface OldBarSet extends CustomResource<"foo.abc.com/v1", "BarSet">, Omit<Box, keyof KubeObject> {}

      const OldBarSet = defineKind<OldBarSet>("foo.abc.com/v1", "BarSet");

      const migrations = new WeakMap<Manager, KindMigration>();

      /** Moves the objects of the previous kind. Returns the same migration to all controllers of a manager. */
      export function migrateBarSet(manager: Manager): KindMigration {
        const present = migrations.get(manager);
        if (present !== undefined) return present;
        const migration = migrateKind(manager, {
          from: OldBarSet,
          to: Box,
          dependents: [Deployment],
          finalizers: { "foo.abc.com/barset": "foo.abc.com/barset" },
        });
        migrations.set(manager, migration);
        return migration;
      }
      "
    `);
    expect(files[controller]).toContain(".owns(Deployment).complete(migrateBarSet(manager).gate(this))");
    expect(files[controller]).toContain('import { migrateBarSet } from "../migrations/barsets.foo.abc.com.js";');
    expect(files["config/crd/migrated/foo.abc.com_barsets.yaml"]).toBe(
      project["config/crd/bases/foo.abc.com_barsets.yaml"],
    );
    expect(kindsOf(root)).toEqual(
      expect.arrayContaining([
        "CustomResourceDefinition barsets.foo.abc.com",
        "CustomResourceDefinition boxes.foo.abc.com",
      ]),
    );
    expect(files["config/rbac/role.yaml"]).toContain("barsets/finalizers");
    expect(text).toContain("end the migration later");
  });

  test("survives a second rename, and stops a way back", async () => {
    const root = tempFolder(edited(project));
    const context = recordingContext({ cwd: root });
    await renameKind({ from: "BarSet", to: "Box" }, context);
    const problems = problemsOf(await refusalIn(root, () => renameKind({ from: "Box", to: "BarSet" }, context)));
    expect(problems.map(({ message }) => message)).toEqual([
      "migrations/barsets.foo.abc.com.ts migrates the objects of BarSet, so no kind can get this name",
    ]);
    await renameGroup({ from: "foo", to: "shop", migration: false }, context);
    const files = await expectWhole(root);
    expect(files["migrations/barsets.foo.abc.com.ts"]).toContain('defineKind<OldBarSet>("foo.abc.com/v1", "BarSet")');
    await renameKind({ from: "Box", to: "Crate" }, context);
    const after = await expectWhole(root);
    expect(after["controllers/crate_controller.ts"]).toContain(
      ".complete(migrateBox(manager).gate(migrateBarSet(manager).gate(this)))",
    );
  });

  test("of a group that changes twice has two functions, which the tests of the controller serve", async () => {
    const root = tempFolder(project);
    const context = recordingContext({ cwd: root });
    await manifests({}, context);
    await renameGroup({ from: "foo", to: "shop" }, context);
    const { text } = await renameGroup({ from: "shop", to: "store" }, context);
    expect(text.match(/end the migration later/g)).toHaveLength(1);
    const files = await expectWhole(root);
    expect(files["controllers/barset_controller.ts"]).toContain(
      ".complete(migrateBarSetOfShopAbcCom(manager).gate(migrateBarSet(manager).gate(this)))",
    );
    expect(files["controllers/barset_controller.test.ts"]).toContain(
      'crds: ["config/crd/bases", "config/crd/migrated"]',
    );
  });

  test("is not written for a kind whose versions a webhook converts, and says so", async () => {
    const root = tempFolder(project);
    const { text } = await renameKind({ from: "Bar", to: "Widget" }, recordingContext({ cwd: root }));
    expect(text).toContain("tsop wrote no migration for Bar, whose versions are converted by a webhook");
    expect(Object.keys(filesOf(root)).filter((file) => file.startsWith("migrations/"))).toEqual([]);
  });

  test("keeps its kind: a deletion says to end it first", async () => {
    const root = tempFolder(project);
    const context = recordingContext({ cwd: root });
    await manifests({}, context);
    await renameKind({ from: "BarSet", to: "Box" }, context);
    const options = { group: "foo", kind: "Box", force: true };
    const problems = problemsOf(await refusalIn(root, () => deleteApi(options, context)));
    expect(problems).toContainEqual(
      expect.objectContaining({
        at: expect.objectContaining({ file: "migrations/barsets.foo.abc.com.ts" }) as object,
        hint: "End the migration first: npx tsop manual migrate-a-kind",
      }),
    );
  });

  test("of a kind without a controller runs in main.ts", async () => {
    const root = tempFolder(await scaffold({ apis: [{ ...bar, controller: false }], isGenerated: true }));
    await renameGroup({ from: "foo", to: "shop" }, recordingContext({ cwd: root }));
    const files = await expectWhole(root);
    expect(files["main.ts"]).toContain("  migrateBar(manager);\n");
    expect(files["migrations/bars.foo.abc.com.ts"]).toContain('import { Bar } from "../api/v1/bar_types.js";');
  });
});
