import path from "node:path";
import { TsopError } from "../core/errors.js";
import { parseAllYaml } from "../core/yaml.js";
import { diskFiles } from "../render/disk-files.js";
import { render as renderFolder } from "../render/render.js";
import type { CommandResult, Context } from "./context.js";

export interface RenderOptions {
  /** The folder with the kustomization; `config/default` when none is named. */
  readonly dir?: string;
  /** A kustomize to let render instead. */
  readonly kustomize?: string;
}

/** Prints the objects that a kustomization makes. */
export async function render(options: RenderOptions, context: Context): Promise<CommandResult> {
  const folder = path.resolve(context.cwd, options.dir ?? "config/default");
  if (options.kustomize !== undefined) return renderWith(options.kustomize, folder, context);
  const { yaml, objects } = renderFolder(folder, diskFiles, context.cwd);
  return {
    text: yaml.replace(/\n$/, ""),
    json: {
      get objects() {
        return objects();
      },
    },
  };
}

async function renderWith(kustomize: string, folder: string, { cwd, exec, signal }: Context): Promise<CommandResult> {
  const { exitCode, terminatedBy, stdout, stderr } = await exec(kustomize, ["build", folder], { cwd, signal });
  if (exitCode !== 0) {
    throw new TsopError("render/kustomize-failed", `${kustomize} build ${folder} failed: ${terminatedBy ?? exitCode}`, {
      hint: stderr.trim(),
    });
  }
  return { text: stdout.replace(/\n$/, ""), json: { objects: parseAllYaml(stdout, "the output of kustomize") } };
}
