/** Applies the actions of a plugin to a plan. Their shapes and paths are already checked. */
import { TsopError } from "../core/errors.js";
import { withListItem, withoutListItem } from "../core/yaml-list.js";
import type { KustomizationField, PluginAction, TypeScriptFile } from "../plugin/actions.js";
import { withPlugin } from "../project/plugins.js";
import { projectFileName } from "../project/project.js";
import type { Placement } from "./placement.js";

/** Applies the actions in their order. Records conflicts with the user's files in the plan. */
export async function placeActions(placement: Placement, key: string, actions: readonly PluginAction[]): Promise<void> {
  for (const action of actions) await place(placement, key, action);
}

async function place(placement: Placement, key: string, action: PluginAction): Promise<void> {
  const { tree } = placement;
  switch (action.type) {
    case "create": {
      placement.put(action.file, action.content, action.existing === "keep" ? "keep" : "collide");
      return;
    }
    case "replace":
      if (isThere(placement, key, action)) placement.change(action.file, action.content);
      return;
    case "delete": {
      deleteFile(placement, key, action);
      return;
    }
    case "edit":
      return isThere(placement, key, action) ? edit(placement, key, action) : undefined;
    case "addToKustomization":
    case "removeFromKustomization": {
      changeKustomization(placement, key, action);
      return;
    }
    case "configure": {
      placement.change(projectFileName, withPlugin(tree.read(projectFileName) ?? "", key, action.value));
      return;
    }
  }
}

type ActionOf<Type extends PluginAction["type"]> = Extract<PluginAction, { readonly type: Type }>;

function isThere(placement: Placement, key: string, { type, file }: { type: string; file: string }): boolean {
  if (placement.tree.read(file) !== undefined) return true;
  placement.refuse("plugin/failed", `the plugin ${key} wants to ${type} ${file}, which does not exist`, {
    file,
    hint: "Restore the file from version control, or run the command without the plugin.",
  });
  return false;
}

function deleteFile(placement: Placement, key: string, { file, content }: ActionOf<"delete">): void {
  const text = placement.tree.read(file);
  if (text === undefined) return;
  if (placement.force || text.replaceAll("\r\n", "\n") === content) placement.tree.delete(file);
  else placement.collide(file, `the plugin ${key} wants to delete ${file}, which was edited`);
}

async function edit(placement: Placement, key: string, action: ActionOf<"edit">): Promise<void> {
  const { file } = action;
  const { openFile } = await import("./edits/edit-file.js");
  const { addManagerCall } = await import("../refactor/callbacks.js");
  const { addImports } = await import("../refactor/imports.js");
  const opened = openFile(placement, file, placement.tree.read(file) ?? "");
  if (opened.kind === "broken") {
    placement.problems.push(...opened.diagnostics);
    return;
  }
  const offered: TypeScriptFile = {
    source: opened.source,
    addImports: (module, names) =>
      addImports(
        opened,
        module,
        names.map((name) => ({ name })),
      ),
    addManagerCall: (print) => addManagerCall(opened, print),
  };
  try {
    action.edit(offered);
  } catch (error) {
    throw pluginFailed(key, `cannot edit ${file}`, error);
  }
  placement.change(file, opened.print());
}

/** Returns the error for an exception of a plugin. */
export function pluginFailed(key: string, what: string, error: unknown): TsopError {
  const message = error instanceof Error ? error.message : String(error);
  return new TsopError("plugin/failed", `the plugin ${key} ${what}: ${message}`, {
    hint: "This is an error of the plugin: report it to its authors, or run the command without the plugin.",
    cause: error,
  });
}

const keys: Readonly<Record<KustomizationField, (entry: string) => { id: string; text: string } | string>> = {
  resources: (entry) => entry,
  components: (entry) => entry,
  patches: (entry) => ({ id: entry, text: `path: ${entry}` }),
};

function changeKustomization(
  placement: Placement,
  key: string,
  { type, file, field, entry }: ActionOf<"addToKustomization" | "removeFromKustomization">,
): void {
  const text = placement.tree.read(file);
  const isAdded = type === "addToKustomization";
  if (text !== undefined) {
    const changed = isAdded
      ? withListItem(text, file, field, keys[field](entry))
      : withoutListItem(text, file, field, entry);
    placement.change(file, changed);
  } else if (isAdded) {
    placement.next.push(
      `${file} does not exist: add ${entry}, of the plugin ${key}, to ${field} of the kustomization that replaces it`,
    );
  }
}
