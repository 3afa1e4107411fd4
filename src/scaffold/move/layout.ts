/** Finds which files another layout places elsewhere. */
import path from "node:path";
import { groupBy } from "../../core/group-by.js";
import type { Snapshot } from "../../machinery/snapshot.js";
import { controllersOf, hasOwnTypes, type Project, type Resource } from "../../project/project.js";
import { type ExtensionNames, extensionNamesOf } from "../extension/extension-names.js";
import { namesOf } from "../naming.js";
import { conversionFileOf } from "../webhook/conversion-file.js";
import { listFiles } from "./project-files.js";

/** A resource with its names before and after the change of the layout. */
export interface Relocated {
  readonly resource: Resource;
  readonly from: ExtensionNames;
  readonly to: ExtensionNames;
  /** Whether its types move. Types in a folder that the user has chosen stay there. */
  readonly hasMovingTypes: boolean;
  /** Whether the project already has the new layout, so that a file in the new place is the kind's. */
  readonly isArranged: boolean;
}

export const roles = ["admin", "editor", "viewer"] as const;

/** Returns the resources with their names in both layouts. */
export function relocate({ resources, multigroup: present }: Project, multigroup: boolean): Relocated[] {
  return resources.map((resource) => {
    const [from, to] = [!multigroup, multigroup].map((each) =>
      extensionNamesOf({ ...resource, path: hasOwnTypes(resource) ? undefined : resource.path }, { multigroup: each }),
    ) as [ExtensionNames, ExtensionNames];
    const isInOther = resource.path === undefined || resource.path === from.typesPath;
    return {
      resource,
      from,
      to,
      hasMovingTypes: hasOwnTypes(resource) && isInOther,
      isArranged: present === multigroup,
    };
  });
}

/** A file of a kind, or the folder of such files, before and after. */
interface Step {
  readonly fromFolder: string;
  readonly toFolder: string;
  /** The names of the kind's files in the folder. */
  readonly isOwn: (name: string) => boolean;
}

/**
 * Returns the new paths of files. If all kinds in a folder go to the same folder, everything in it goes with them,
 * because the files of a folder refer to each other by their paths. Otherwise, only the files of the kinds go.
 */
export function layoutMoves(files: Snapshot, relocated: readonly Relocated[]): Map<string, string> {
  const steps = relocated.flatMap((each) => stepsOf(files, each));
  const moves = new Map<string, string>();
  const definitions = new Set(relocated.map(({ from }) => from.definitionFile));
  const targets = relocated.flatMap(({ resource, to }) => [
    ...[to.typesPath, to.controllerPath, to.webhookPath],
    ...(resource.extension === undefined ? [] : [path.posix.dirname(to.resourceFile)]),
  ]);
  for (const [fromFolder, group] of groupBy(steps, (step) => step.fromFolder)) {
    const isWhole = new Set(group.map(({ toFolder }) => toFolder)).size === 1;
    for (const file of listFiles(files, fromFolder)) {
      if (definitions.has(file)) continue;
      // A file that is already in a folder of the new layout.
      if (
        targets.some((folder) => folder !== fromFolder && file.startsWith(`${folder}/`) && isBelow(folder, fromFolder))
      )
        continue;
      const rest = file.slice(fromFolder.length + 1);
      const step = group.find(({ isOwn }) => isWhole || isOwn(rest));
      if (step !== undefined) moves.set(file, `${step.toFolder}/${rest}`);
    }
  }
  for (const { from, to } of relocated) {
    for (const role of roles) {
      const [file, target] = [from, to].map((names) => `${names.roleFile}_${role}_role.yaml`) as [string, string];
      if (file !== target && files.exists(file)) moves.set(file, target);
    }
  }
  return moves;
}

function isBelow(folder: string, parent: string): boolean {
  return folder.startsWith(`${parent}/`);
}

/** Returns the folders of a kind that have its files in the previous layout. */
function stepsOf(files: Snapshot, { resource, from, to, hasMovingTypes, isArranged }: Relocated): Step[] {
  const step = (file: string, target: string): Step[] => {
    if (file === target || !files.exists(file) || (isArranged && files.exists(target))) return [];
    const name = path.posix.basename(file);
    const own = [name, name.replace(/\.ts$/, ".test.ts")];
    const [fromFolder, toFolder] = [file, target].map((each) => path.posix.dirname(each)) as [string, string];
    return [{ fromFolder, toFolder, isOwn: (each) => own.includes(each) }];
  };
  return [
    ...(hasMovingTypes ? step(from.typesFile, to.typesFile) : []),
    ...controllerNamesOf(resource).flatMap((name) =>
      step(
        `${from.controllerPath}/${controllerFileOf(resource, name)}`,
        `${to.controllerPath}/${controllerFileOf(resource, name)}`,
      ),
    ),
    ...step(from.webhookFile, to.webhookFile),
    ...step(conversionFileOf(from), conversionFileOf(to)),
    ...(resource.extension === undefined
      ? []
      : [...step(from.resourceFile, to.resourceFile), ...step(from.rulesFile, to.rulesFile)]),
  ];
}

/** Returns the names of a kind's controllers, and the name that a controller without an entry in PROJECT has. */
function controllerNamesOf(resource: Resource): string[] {
  return [...new Set([resource.kind.toLowerCase(), ...controllersOf(resource)])];
}

function controllerFileOf(resource: Resource, controller: string): string {
  return `${namesOf(resource, { multigroup: false }, controller).controllerFile}.ts`;
}
