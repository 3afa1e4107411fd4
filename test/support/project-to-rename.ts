/** A project with two versions, webhooks, several controllers, and files of its user, for tests of renames. */
import { expect } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { manifests } from "../../src/commands/manifests.js";
import { renameDomain, renameGroup, renameKind } from "../../src/commands/rename.js";
import { compileProject } from "./compile-project.js";
import { recordingContext } from "./recording-context.js";
import { bar, type Files, scaffold } from "./scaffolds.js";
import { filesOf, tempFolder, writeFiles } from "./temp-folder.js";

const own = {
  "src/uses.ts": `import * as api from "../api/v1/bar_types.js";
import { Bar, type BarSpec as Wanted } from "../api/v1/bar_types.js";
import { Bar as V2 } from "../api/v2/bar_types.js";
import { BarSet } from "../api/v1/barset_types.js";

export const kinds = { Bar, BarSet, other: V2 };
export const owner = { apiVersion: "foo.abc.com/v1", kind: "Bar", name: "x", uid: "y" };
export const foreign = { apiVersion: "other.example.com/v1", kind: "Bar", name: "x", uid: "y" };
export function isBar(object: Bar | BarSet): object is Bar {
  return object.kind === "Bar";
}
export function newBar(spec: Wanted, metadata: { name: string }): api.Bar {
  return { apiVersion: "foo.abc.com/v1", kind: "Bar", metadata, spec };
}
// @rbac groups=foo.abc.com resources=bars;bars/status verbs=get
export const text = "a Bar in a log";
`,
  "README.md": "# demo\n\nIt reconciles Bar objects.\n",
};

export async function projectToRename(): Promise<Files> {
  const root = tempFolder(await scaffold({ apis: [bar, { ...bar, kind: "BarSet", namespaced: false }] }));
  const context = recordingContext({ cwd: root });
  await createApi({ ...bar, version: "v2", storageVersion: "v2" }, context);
  await createApi({ ...bar, controllerName: "bar-backup" }, context);
  await createWebhook({ ...bar, version: "v2", conversion: true, spoke: ["v1"] }, context);
  await createWebhook({ ...bar, defaulting: true, programmaticValidation: true }, context);
  writeFiles(root, own);
  await manifests({}, context);
  return filesOf(root);
}

/** Renames something in the project of a folder. */
export type Rename = (root: string) => Promise<unknown>;

export const kind =
  (from: string, to: string): Rename =>
  (root) =>
    renameKind({ from, to, migration: false }, recordingContext({ cwd: root }));
export const group =
  (from: string, to: string): Rename =>
  (root) =>
    renameGroup({ from, to, migration: false }, recordingContext({ cwd: root }));
export const domain =
  (to: string): Rename =>
  (root) =>
    renameDomain({ to, migration: false }, recordingContext({ cwd: root }));

/** Fails unless the project compiles and its manifests are up to date. */
export async function expectWhole(root: string): Promise<Files> {
  const files = filesOf(root);
  const { exitCode, text, diagnostics } = await manifests({ check: true }, recordingContext({ cwd: root }));
  expect({ exitCode, text: exitCode === 0 ? "" : text, diagnostics }).toEqual({
    exitCode: 0,
    text: "",
    diagnostics: [],
  });
  expect(compileProject(files)).toEqual([]);
  return files;
}
