/** Projects in memory, as the commands plan them: nothing is written, so that a test can make hundreds of them. */
import { checkApi } from "../../src/commands/check-api.js";
import { checkWebhook } from "../../src/commands/check-webhook.js";
import type { CreateApiOptions, CreateWebhookOptions } from "../../src/commands/declared/scaffold.js";
import { type FileAction, type Snapshot, textOf } from "../../src/machinery/snapshot.js";
import { parseProject } from "../../src/project/parse.js";
import { type Project, projectFileName } from "../../src/project/project.js";
import { planApi } from "../../src/scaffold/api.js";
import { planNewProject } from "../../src/scaffold/new-project.js";
import type { PlanInput, ScaffoldPlan } from "../../src/scaffold/placement.js";
import { loadTemplates } from "../../src/scaffold/templates.js";
import { planWebhook } from "../../src/scaffold/webhook/plan-webhook.js";
import type { Schema } from "../../src/schema/schema.js";
import type { Files } from "./scaffolds.js";

/** A step that adds something to a project. */
export type Step =
  | { readonly api: CreateApiOptions }
  | { readonly webhook: CreateWebhookOptions }
  | { readonly files: Files };

/** Files in memory, with their folders. */
export function memorySnapshot(files: Files): Snapshot {
  const folders = new Map<string, Set<string>>();
  for (const file of Object.keys(files)) {
    const parts = file.split("/");
    for (let depth = 0; depth < parts.length; depth++) {
      const folder = depth === 0 ? "." : parts.slice(0, depth).join("/");
      folders.set(folder, (folders.get(folder) ?? new Set()).add(parts[depth] ?? ""));
    }
  }
  return {
    read: (file) => files[file],
    exists: (file) => files[file] !== undefined || folders.has(file),
    list: (folder) => [...(folders.get(folder) ?? [])].toSorted(),
  };
}

const templates = await loadTemplates();

export function inputOf(files: Files): PlanInput {
  return { files: memorySnapshot(files), templates, force: false };
}

export function projectIn(files: Files): Project {
  return parseProject(files[projectFileName] ?? "");
}

/** Applies a plan. Fails if the plan has problems. */
export function withPlan(files: Files, { actions, problems }: Pick<ScaffoldPlan, "actions" | "problems">): Files {
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join("\n"));
  return withActions(files, actions);
}

export function withActions(files: Files, actions: readonly FileAction[]): Files {
  const after = new Map(Object.entries(files));
  for (const action of actions) {
    if (action.kind === "delete") after.delete(action.path);
    else after.set(action.path, textOf(action.content));
  }
  return Object.fromEntries(after);
}

const license = { license: "none", owner: undefined, year: 2026, customHeader: undefined } as const;

/** The schema of the scaffolded types. */
export const scaffoldedSchema: Schema = {
  type: "object",
  required: ["spec"],
  properties: {
    spec: { type: "object", properties: { replicas: { type: "integer", format: "int32" } } },
    status: { type: "object", properties: { ready: { type: "boolean" } } },
  },
};

export async function plannedProject(
  init: { readonly multigroup?: boolean; readonly namespaced?: boolean },
  steps: readonly Step[],
): Promise<Files> {
  const request = {
    ...{ domain: "abc.com", projectName: "demo", tsop: "1", cliVersion: "1.0.0", license },
    ...{ namespaced: init.namespaced ?? false, multigroup: init.multigroup ?? false },
  };
  const made = await planNewProject(inputOf({}), {
    ...{ request, vendored: undefined, changes: {}, apiOf: undefined, firstStep: "" },
  });
  let files = withPlan({}, made);
  for (const step of steps) files = await withStep(files, step);
  return files;
}

async function withStep(files: Files, step: Step): Promise<Files> {
  if ("files" in step) return { ...files, ...step.files };
  const project = projectIn(files);
  if ("api" in step) return withPlan(files, await planApi(inputOf(files), project, checkApi(step.api, project)));
  const request = checkWebhook(step.webhook, project);
  const versions = [request.resource.version, ...request.spokes].map((version) => ({
    version,
    schema: scaffoldedSchema,
  }));
  const namespaced = request.resource.api?.namespaced ?? true;
  return withPlan(files, await planWebhook(inputOf(files), project, { ...request, versions, namespaced }));
}
