/** Creates the scaffold of a project again, in a temporary folder, with this tsop or with an older one. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { stateFolder } from "../../machinery/project-state.js";
import { definitionFolder } from "../../project/definition-module.js";
import { apiserverFile } from "../../scaffold/extension/extension-names.js";
import type { ScaffoldFiles } from "../../update/merge-scaffold.js";
import type { Context } from "../context.js";
import { createApi } from "../create-api.js";
import { createApiserver } from "../create-apiserver.js";
import { createWebhook } from "../create-webhook.js";
import { edit } from "../edit.js";
import { init } from "../init.js";
import { copyExternalTypes, withExternalVersions } from "./external-types.js";
import { scaffoldProgram } from "./history.js";
import { argumentsOf, type ReplayFacts, type ReplayStep, replaySteps } from "./replay-steps.js";

/** A tsop that can create scaffolds. */
export interface Scaffolder {
  readonly version: string;
  /** Runs one command in a folder. @throws TsopError */
  readonly run: (step: ReplayStep, context: Context) => Promise<void>;
}

/** The running tsop. */
export function thisScaffolder(version: string): Scaffolder {
  return {
    version,
    run: async (step, context) => {
      switch (step.command) {
        case "init":
          await init(step.options, context);
          break;
        case "edit":
          await edit(step.options, context);
          break;
        case "create api":
          await createApi(step.options, context);
          break;
        case "create apiserver":
          await createApiserver(step.options, context);
          break;
        case "create webhook":
          await createWebhook(step.options, context);
          break;
      }
    },
  };
}

/** Another tsop, in the folder of its package. */
export function packageScaffolder(version: string, folder: string): Scaffolder {
  return { version, run: (step, context) => runOther(version, [path.join(folder, "bin/tsop.js")], step, context) };
}

/** The scaffold program of another tsop, in the folder of its package. */
export function pastScaffolder(version: string, folder: string): Scaffolder {
  const program = path.join(folder, scaffoldProgram);
  return { version, run: (step, context) => runOther(version, [program, JSON.stringify(step)], step, context) };
}

/** @param program - the file to run. The program gets the arguments of the step, unless others follow */
async function runOther(
  version: string,
  [file = "", ...given]: readonly string[],
  step: ReplayStep,
  { exec, env, signal, cwd }: Context,
): Promise<void> {
  const args = argumentsOf(step);
  const run = [file, ...(given.length > 0 ? given : args)];
  const { exitCode, stderr } = await exec(process.execPath, run, { cwd, env: { ...env, NO_COLOR: "1" }, signal });
  if (exitCode === 0) return;
  throw new TsopError(
    "update/replay-failed",
    `tsop ${version} cannot create this project's scaffold again: tsop ${args.join(" ")} failed:\n${stderr.trim()}`,
    { hint: "Check PROJECT, and that cliVersion names the tsop that created the project, or pass --from VERSION." },
  );
}

export type ScaffoldFacts = Omit<ReplayFacts, "licenseFile"> & {
  /** The text of the licence header; empty if the project has none. */
  readonly header: string;
};

/** Returns the files of the scaffold that a tsop creates for a project. */
export async function replay(scaffolder: Scaffolder, facts: ScaffoldFacts, context: Context): Promise<ScaffoldFiles> {
  return inTemporaryFolder(async (folder) => {
    const cwd = path.join(folder, "project");
    mkdirSync(cwd);
    const licenseFile = facts.header.trim() === "" ? undefined : path.join(folder, "header.txt");
    if (licenseFile !== undefined) writeFileSync(licenseFile, facts.header);
    const kinds = new Map<string, string>();
    let known = new Set<string>();
    const project = withExternalVersions(facts.project, context.cwd);
    copyExternalTypes(project, context.cwd, cwd);
    for (const step of replaySteps({ ...facts, project, licenseFile })) {
      await scaffolder.run(step, silent({ ...context, cwd }));
      const files = filesBelow(cwd);
      if ("kind" in step) {
        for (const file of files) if (!known.has(file) && isOfKind(file)) kinds.set(file, step.kind);
      }
      known = new Set(files);
    }
    const texts = [...known].map((file) => [file, readFileSync(path.join(cwd, file), "utf8")] as const);
    return { texts: new Map(texts), kinds };
  });
}

/** Returns whether a new file belongs to the kind of its step alone. */
function isOfKind(file: string): boolean {
  return file.endsWith(".ts") && file !== apiserverFile && !file.startsWith(`${definitionFolder}/`);
}

/** Runs a function with a folder that exists only until it ends. */
export async function inTemporaryFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "tsop-update-"));
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the context of a command whose output the user does not see. */
function silent(context: Context): Context {
  const nothing = (): void => undefined;
  const progress = { isLog: false, step: nothing, update: nothing, done: nothing };
  return { ...context, confirm: undefined, output: { note: nothing, warn: nothing, progress: () => progress } };
}

function filesBelow(root: string, folder = ""): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (name === stateFolder) return [];
    return entry.isDirectory() ? filesBelow(root, name) : [name];
  });
}
