import { readFileSync } from "node:fs";
import path from "node:path";
import type { CommandResult } from "../../src/commands/context.js";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import type { CreateWebhookOptions } from "../../src/commands/declared/scaffold.js";
import type { Resource } from "../../src/project/project.js";
import { parseProject } from "../../src/project/parse.js";
import { recordingContext } from "./recording-context.js";
import { printProblems, refusalIn } from "./refusal.js";
import { bar, type Files } from "./scaffolds.js";
import { tempFolder } from "./temp-folder.js";

/** A separate project with the kind Bar, in which a test runs `tsop create webhook`. */
export interface WebhookProject {
  readonly root: string;
  readonly context: () => ReturnType<typeof recordingContext>;
  readonly read: (file: string) => string;
  readonly run: (options: CreateWebhookOptions) => Promise<CommandResult>;
  /** Returns the errors of the command: one line for each problem. */
  readonly refusal: (options: CreateWebhookOptions) => Promise<string>;
  /** Returns the webhooks of each resource in PROJECT. */
  readonly webhooksIn: () => Resource["webhooks"][];
  /** Adds a version of Bar. */
  readonly addVersion: (version: string) => Promise<CommandResult>;
}

export function webhookProject(files: Files): WebhookProject {
  const root = tempFolder(files);
  const context = () => recordingContext({ cwd: root });
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const run = (options: CreateWebhookOptions) => createWebhook(options, context());
  return {
    root,
    context,
    read,
    run,
    refusal: async (options) => printProblems(await refusalIn(root, () => run(options))),
    webhooksIn: () => parseProject(read("PROJECT")).resources.map(({ webhooks }) => webhooks),
    addVersion: (version) => createApi({ ...bar, version, controller: false }, context()),
  };
}
