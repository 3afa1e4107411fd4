/** Projects in memory, which the commands' own checks and plans change. */
import path from "node:path";
import { checkApi } from "../../../src/commands/check-api.js";
import { checkDeleteApi } from "../../../src/commands/check-delete-api.js";
import { checkDeleteController } from "../../../src/commands/check-delete-controller.js";
import { checkDeleteWebhook } from "../../../src/commands/check-delete-webhook.js";
import { checkWebhook } from "../../../src/commands/check-webhook.js";
import type {
  DeleteApiOptions,
  DeleteControllerOptions,
  DeleteWebhookOptions,
} from "../../../src/commands/declared/delete.js";
import type { CreateApiOptions, CreateWebhookOptions } from "../../../src/commands/declared/scaffold.js";
import { TsopError } from "../../../src/core/errors.js";
import type { FileAction, Snapshot } from "../../../src/machinery/snapshot.js";
import { textOf } from "../../../src/machinery/snapshot.js";
import { parseProject } from "../../../src/project/parse.js";
import { findVersions, type Project, projectFileName } from "../../../src/project/project.js";
import { planApi } from "../../../src/scaffold/api.js";
import { planDelete } from "../../../src/scaffold/delete/plan-delete.js";
import { planEdit } from "../../../src/scaffold/edit.js";
import { planNewProject } from "../../../src/scaffold/new-project.js";
import type { ScaffoldPlan } from "../../../src/scaffold/placement.js";
import { loadTemplates } from "../../../src/scaffold/templates.js";
import { planWebhook } from "../../../src/scaffold/webhook/plan-webhook.js";
import { scaffoldedSchema } from "../../support/planned-project.js";

export type Files = Readonly<Record<string, string>>;

const templates = await loadTemplates();

export function snapshot(files: Files): Snapshot {
  const names = Object.keys(files);
  return {
    read: (file) => files[file],
    exists: (file) => names.some((name) => name === file || name.startsWith(`${file}/`)),
    list: (folder) => [
      ...new Set(
        names
          .filter((name) => folder === "." || name.startsWith(`${folder}/`))
          .map((name) => (folder === "." ? name : path.posix.relative(folder, name)).split("/")[0] ?? ""),
      ),
    ],
  };
}

function apply(
  files: Files,
  { actions, problems }: { actions: readonly FileAction[]; problems: ScaffoldPlan["problems"] },
): Files {
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
  const changed = new Map(Object.entries(files));
  for (const action of actions) {
    if (action.kind === "delete") changed.delete(action.path);
    else changed.set(action.path, textOf(action.content));
  }
  return Object.fromEntries(changed);
}

export interface NewOperator {
  readonly namespaced: boolean;
  readonly multigroup: boolean;
  readonly license: "apache2" | "none";
}

export async function newOperator({ namespaced, multigroup, license }: NewOperator): Promise<Files> {
  const request = {
    ...{ domain: "abc.com", projectName: "demo", namespaced, multigroup, tsop: "^1.0.0", cliVersion: "1.0.0" },
    license: { license, owner: "zhangsan", year: 2026, customHeader: undefined },
  };
  const input = { files: snapshot({}), templates, force: false };
  return apply(
    {},
    await planNewProject(input, { request, vendored: undefined, changes: {}, apiOf: undefined, firstStep: "" }),
  );
}

const projects = new WeakMap<Files, Project>();

export function projectOf(files: Files): Project {
  const project = projects.get(files) ?? parseProject(files[projectFileName] ?? "");
  projects.set(files, project);
  return project;
}

function inputOf(files: Files, force = false) {
  return { files: snapshot(files), templates, force };
}

export async function createApi(files: Files, options: CreateApiOptions): Promise<Files> {
  const project = projectOf(files);
  return apply(files, await planApi(inputOf(files), project, checkApi(options, project)));
}

export async function createWebhook(files: Files, options: CreateWebhookOptions): Promise<Files> {
  const project = projectOf(files);
  const request = checkWebhook(options, project);
  const namespaced = request.resource.api?.namespaced ?? true;
  return apply(
    files,
    await planWebhook(inputOf(files), project, { ...request, versions: versionsOf(project), namespaced }),
  );
}

/** The schema of each version, which the command reads from the types. */
function versionsOf(project: Project) {
  const versions = new Set(project.resources.map(({ version }) => version));
  return [...versions].map((version) => ({ version, schema: scaffoldedSchema }));
}

export async function editOperator(files: Files, changes: Parameters<typeof planEdit>[2]): Promise<Files> {
  const { plan } = await planEdit(inputOf(files), projectOf(files), changes);
  return apply(files, plan);
}

export type Deleted =
  | ({ readonly what: "api" } & DeleteApiOptions)
  | ({ readonly what: "controller" } & DeleteControllerOptions)
  | ({ readonly what: "webhook" } & DeleteWebhookOptions);

export async function deleteFrom(files: Files, { what, ...options }: Deleted): Promise<Files> {
  const project = projectOf(files);
  const opened = { files: snapshot(files), project };
  const check = { api: checkDeleteApi, controller: checkDeleteController, webhook: checkDeleteWebhook }[what];
  const request = check(options, opened);
  const plan = await planDelete(inputOf(files, options.force), project, {
    ...{ versions: versionsOf(project), storageVersion: undefined, isNamespaced: () => true },
    ...request,
  });
  return apply(files, plan);
}

/** Returns the recorded versions of a kind. */
export function versionsIn(files: Files, { group, kind }: { readonly group: string; readonly kind: string }): string[] {
  return findVersions(projectOf(files), { group, domain: "abc.com", kind }).map(({ version }) => version);
}
