import path from "node:path";
import type { CommandResult } from "../../src/commands/context.js";
import type { EditOptions, InitOptions } from "../../src/commands/declared/scaffold.js";
import { edit } from "../../src/commands/edit.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { recordingContext } from "./recording-context.js";
import { problemsOf, refusalIn } from "./refusal.js";
import { bar, type Files, scaffold } from "./scaffolds.js";

/** Creates a generated project with a namespaced kind and a cluster-scoped one. */
export function editProject(init: InitOptions = {}): Promise<Files> {
  const tenant = { group: "foo", version: "v1", kind: "Tenant", namespaced: false };
  return scaffold({ init, apis: [bar, tenant], isGenerated: true });
}

/** Runs `tsop edit` in a folder. */
export function run(root: string, options: EditOptions): Promise<CommandResult> {
  return edit(options, recordingContext({ cwd: root }));
}

/** Returns the errors of `tsop edit`: one line for each problem, with its file. */
export async function refusal(root: string, options: EditOptions): Promise<string> {
  return problemsOf(await refusalIn(root, () => run(root, options)))
    .map(({ code, at, message, hint }) => `${at?.file ?? ""} ${code}: ${message} | ${hint ?? ""}`)
    .join("\n");
}

/** Returns the objects that config/default renders. */
export function objectsOf(root: string): KubeObject[] {
  // Rendering has checked that each object has an apiVersion, a kind and a name.
  return render(path.join(root, "config/default"), diskFiles, root).objects() as unknown as KubeObject[];
}

export function kindsOf(root: string): string[] {
  return objectsOf(root).map(({ kind, metadata }) => `${kind} ${metadata.name}`);
}
