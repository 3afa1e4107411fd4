/** One rule for all commands that change files: with `--diff` they show what they would change, and change nothing. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { client } from "../../src/commands/client.js";
import { docs } from "../../src/commands/docs.js";
import { bundle } from "../../src/commands/olm/bundle.js";
import { buildInstaller } from "../../src/commands/build-installer.js";
import { createApi } from "../../src/commands/create-api.js";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { deleteApi } from "../../src/commands/delete-api.js";
import { deleteController } from "../../src/commands/delete-controller.js";
import { deleteWebhook } from "../../src/commands/delete-webhook.js";
import { edit } from "../../src/commands/edit.js";
import { graph } from "../../src/commands/graph.js";
import { helmChart } from "../../src/commands/helm-chart.js";
import { importCrd } from "../../src/commands/import-crd.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import { renameDomain, renameGroup, renameKind } from "../../src/commands/rename.js";
import { commands as declared } from "../../src/commands/declared/all.js";
import { healthyProject } from "../support/healthy-project.js";
import { recordingContext } from "../support/recording-context.js";
import { snapshot, tempFolder } from "../support/temp-folder.js";
import type { CommandResult, Context } from "../../src/commands/context.js";
import { crdOf } from "../support/crds.js";

const names = { kind: "Qux", plural: "quxes" };
const bar = { group: "foo", version: "v1", kind: "Bar" };
const source = JSON.stringify({
  ...crdOf({ type: "object", properties: { spec: { type: "object" } } }, { group: "foo.abc.com", names }),
  metadata: { name: "quxes.foo.abc.com" },
});

const commands: Record<string, (context: Context) => Promise<CommandResult>> = {
  init: (context) => init({ dir: "other", domain: "abc.com", diff: true }, context),
  "create api": (context) => createApi({ group: "foo", version: "v1", kind: "Baz", diff: true }, context),
  "create webhook": (context) => createWebhook({ ...bar, defaulting: true, diff: true }, context),
  "create apiserver": (context) => createApiserver({ group: "foo", version: "v9", kind: "Baz", diff: true }, context),
  edit: (context) => edit({ workload: "daemonset", diff: true }, context),
  "import crd": (context) => importCrd({ sources: ["crd.json"], diff: true }, context),
  "delete api": (context) => deleteApi({ ...bar, force: true, diff: true }, context),
  "delete controller": (context) => deleteController({ ...bar, force: true, diff: true }, context),
  "delete webhook": (context) => deleteWebhook({ ...bar, force: true, diff: true }, context),
  "rename kind": (context) => renameKind({ from: "Bar", to: "Baz", diff: true }, context),
  "rename group": (context) => renameGroup({ from: "foo", to: "baz", diff: true }, context),
  "rename domain": (context) => renameDomain({ to: "example.org", diff: true }, context),
  manifests: (context) => manifests({ diff: true }, context),
  "build-installer": (context) => buildInstaller({ img: "demo:v1", diff: true }, context),
  "helm chart": (context) => helmChart({ diff: true }, context),
  graph: (context) => graph({ out: ["new.mmd"], diff: true }, context),
  docs: (context) => docs({ diff: true }, context),
  client: (context) => client({ language: "typescript", diff: true }, context),
  bundle: (context) => bundle({ img: "demo:v1", overwrite: true, diff: true }, context),
};

/** The command that has to run first. */
const first: Record<string, (context: Context) => Promise<CommandResult>> = {
  "delete webhook": (context) => createWebhook({ ...bar, defaulting: true }, context),
};

test.each(Object.entries(commands))("%s", async (name, run) => {
  const files = await healthyProject();
  const cwd = tempFolder({ ...files, "crd.json": source });
  await first[name]?.(recordingContext({ cwd }));
  const types = path.join(cwd, "api/v1/bar_types.ts");
  writeFileSync(types, files["api/v1/bar_types.ts"]!.replace("The number of", "The current number of"));
  const context = recordingContext({ cwd });
  const before = snapshot(cwd);
  const { text, json } = await run(context);
  expect(text).toMatch(/^[+-]/m);
  expect(json["dryRun"]).toBe(true);
  const isState = (file: string): boolean => file.startsWith(".tsop");
  const after = Object.entries(snapshot(cwd)).filter(([file]) => !isState(file));
  expect(Object.fromEntries(after)).toEqual(
    Object.fromEntries(Object.entries(before).filter(([file]) => !isState(file))),
  );
  expect(context.recording.executed).toEqual([]);
});

/** It needs an older scaffold: update/undo.long.program.test.ts. */
const ofOlderScaffold = ["update"];

/** They need a bundle: olm/catalog-add.test.ts. */
const ofBundle = ["catalog add", "catalog deprecate"];

/** Their tests need an API server: {deploy,install-crds,undeploy,olm/run-bundle}.cluster.test.ts. */
const ofCluster = [
  "deploy",
  "undeploy",
  "install-crds",
  "uninstall-crds",
  "run bundle",
  "run bundle-upgrade",
  "cleanup",
];

test("no other command has --diff", () => {
  const withDiff = declared.filter(({ input }) => "diff" in input.flags).map(({ path }) => path);
  expect(withDiff.toSorted()).toEqual(
    [...Object.keys(commands), ...ofBundle, ...ofCluster, ...ofOlderScaffold].toSorted(),
  );
});
