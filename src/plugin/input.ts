/** The input of a plugin, and its result. */
import type { JsonValue } from "../core/json.js";
import type { PluginAction } from "./actions.js";
import type { PluginFlags, PluginFlagValues } from "./flags.js";

/** A command that plugins take part in. */
export type PluginCommand =
  | "init"
  | "create api"
  | "create webhook"
  | "edit"
  | "delete api"
  | "delete controller"
  | "delete webhook"
  | "update";

/** The files of the project with all changes of the command so far. They do not change while the plugin runs. */
export interface ProjectFiles {
  /** Returns the text of a file; undefined if it does not exist. */
  read(file: string): string | undefined;
  /** Returns whether a file or a folder exists. */
  exists(file: string): boolean;
  /** Returns the names in a folder, sorted; none if it does not exist. `.` is the folder of the project. */
  list(folder: string): readonly string[];
}

/** A controller of a kind, and its files. */
export interface PluginController {
  readonly name: string;
  /** The class in the file. */
  readonly className: string;
  readonly file: string;
  readonly testFile: string;
}

/** A kind of the project, with the paths of its files. A path does not prove that the file exists. */
export interface PluginResource {
  /** The group with its domain: `foo.abc.com`; empty for the core group of Kubernetes. */
  readonly group: string;
  readonly version: string;
  /** The group and the version: `foo.abc.com/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  /** Whether Kubernetes defines the kind. */
  readonly core: boolean;
  readonly namespaced: boolean;
  readonly typesFile: string;
  /** The controllers of the kind. The controller that `create api` creates, or `delete controller` deletes, is the last one. */
  readonly controllers: readonly PluginController[];
  readonly webhookFile: string;
  readonly sampleFile: string;
}

/** The project as PROJECT describes it. */
export interface PluginProject {
  readonly domain: string;
  readonly projectName: string;
  readonly multigroup: boolean;
  readonly namespaced: boolean;
  readonly resources: readonly PluginResource[];
}

/** The input of a plugin. It is immutable: a plugin changes the project only by the actions that it returns. */
export interface PluginInput<F extends PluginFlags = PluginFlags> {
  readonly command: PluginCommand;
  readonly files: ProjectFiles;
  readonly project: PluginProject;
  /** The kind of the `create` and `delete` commands; undefined for the other commands. */
  readonly resource: PluginResource | undefined;
  /** The versions of tsop in `update`: the version of the scaffold, and the new version; undefined for the other commands. */
  readonly versions: PluginVersions | undefined;
  /** The values of the plugin's flags. */
  readonly flags: PluginFlagValues<F>;
  /** Whether `--plugins` names the plugin; false if only PROJECT does. */
  readonly requested: boolean;
  /** The configuration of the plugin in PROJECT; undefined if there is none. */
  readonly config: JsonValue | undefined;
  /** Aborts when the user stops the command. */
  readonly signal: AbortSignal;
}

/** The versions of tsop between which `tsop update` leads. They are the same if the scaffold is up to date. */
export interface PluginVersions {
  readonly from: string;
  readonly to: string;
}

/** A reason why the command cannot work. */
export interface PluginProblem {
  readonly message: string;
  /** The correction, or what to type instead. */
  readonly hint: string;
  /** The file that the problem is in. */
  readonly file?: string;
}

/** The result of a plugin. With a problem, the command changes nothing. */
export interface PluginResult {
  /** The changes, in their order. Each one builds on the ones before it. */
  readonly actions?: readonly PluginAction[];
  readonly problems?: readonly PluginProblem[];
  /** The next steps for the user, one per line. */
  readonly next?: readonly string[];
}
