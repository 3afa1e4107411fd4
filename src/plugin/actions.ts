/** The changes that a plugin can make. All paths are relative to the project, with forward slashes. */
import type { SourceFile } from "ts-morph";
import type { JsonValue } from "../core/json.js";

/** A list of a kustomization. `patches` contains files with patches. */
export type KustomizationField = "resources" | "components" | "patches";

/**
 * A change of a project.
 *
 * | `type` | the change |
 * |---|---|
 * | `create` | creates a file. If it exists with other content, the command fails without `--force`, unless `existing` is `keep` |
 * | `replace` | gives an existing file another content |
 * | `delete` | deletes a file. If its content is not `content`, the command fails without `--force` |
 * | `edit` | edits a TypeScript file through its syntax tree |
 * | `addToKustomization`, `removeFromKustomization` | adds or removes an entry of a list; all other lines stay the same |
 * | `configure` | sets the configuration of the plugin in PROJECT, or removes it if `value` is undefined |
 */
export type PluginAction =
  | { readonly type: "create"; readonly file: string; readonly content: string; readonly existing?: "fail" | "keep" }
  | { readonly type: "replace"; readonly file: string; readonly content: string }
  | { readonly type: "delete"; readonly file: string; readonly content: string }
  | { readonly type: "edit"; readonly file: string; readonly edit: (file: TypeScriptFile) => void }
  | {
      readonly type: "addToKustomization" | "removeFromKustomization";
      readonly file: string;
      readonly field: KustomizationField;
      readonly entry: string;
    }
  | { readonly type: "configure"; readonly value: JsonValue | undefined };

/** A TypeScript file that a plugin edits. Edits preserve the surrounding text and the style of the file. */
export interface TypeScriptFile {
  /** The syntax tree of ts-morph, for any edit. */
  readonly source: SourceFile;
  /** Imports values from a module, unless the file already does. */
  addImports(module: string, names: readonly string[]): void;
  /**
   * Adds a statement to the function that `runManager` receives.
   *
   * @param print - returns the statement, given the name of the manager in the function
   * @returns whether the file has a location for it
   */
  addManagerCall(print: (manager: string) => string): boolean;
}
