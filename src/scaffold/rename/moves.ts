/** Finds the new paths of the files of renamed kinds. */
import path from "node:path";
import type { Snapshot } from "../../machinery/snapshot.js";
import { hasOwnTypes, type Project } from "../../project/project.js";
import { extensionFolder, extensionNamesOf } from "../extension/extension-names.js";
import { namesOf } from "../naming.js";
import { roles } from "../move/layout.js";
import { listFiles } from "../move/project-files.js";
import { kindFiles, type RenamedKind } from "./renamed-kind.js";

export function renameMoves(files: Snapshot, project: Project, kinds: readonly RenamedKind[]): Map<string, string> {
  const moves = new Map(kinds.flatMap((kind) => kindFiles(kind, project)).filter(([file]) => files.exists(file)));
  for (const [folder, target] of wholeFolders(project, kinds)) {
    for (const file of listFiles(files, folder)) {
      if (!moves.has(file)) moves.set(file, target + file.slice(folder.length));
    }
  }
  for (const { from, to, before, after } of kinds) {
    if (from.extension !== undefined) {
      const [{ apiServiceFile: file }, { apiServiceFile: target }] = [
        extensionNamesOf(from, project),
        extensionNamesOf(to, project),
      ];
      if (files.exists(file)) moves.set(file, target);
    }
    for (const role of roles) {
      const file = `${before.roleFile}_${role}_role.yaml`;
      if (files.exists(file)) moves.set(file, `${after.roleFile}_${role}_role.yaml`);
    }
    const [old, now] = [before, after].map(({ sampleFile }) => path.posix.basename(sampleFile, ".yaml"));
    for (const file of listFiles(files, "config/samples")) {
      const name = path.posix.basename(file);
      if (name !== `${old ?? ""}.yaml` && !name.startsWith(`${old ?? ""}_`)) continue;
      moves.set(file, path.posix.join(path.posix.dirname(file), (now ?? "") + name.slice(old?.length)));
    }
  }
  return new Map([...moves].filter(([from, to]) => from !== to));
}

/** Returns the folders that get another name with the group: all kinds in them move to the same folder. */
function wholeFolders(project: Project, kinds: readonly RenamedKind[]): Map<string, string> {
  const targets = new Map<string, Set<string>>();
  const add = (folder: string, target: string): void => {
    targets.set(folder, (targets.get(folder) ?? new Set()).add(target));
  };
  for (const resource of project.resources) {
    const kind = kinds.find(({ from }) => from === resource);
    const before = namesOf(resource, project);
    const after = kind?.after ?? before;
    if (hasOwnTypes(resource)) add(before.typesPath, after.typesPath);
    if (resource.extension !== undefined)
      add(extensionFolder(resource, project), extensionFolder(kind?.to ?? resource, project));
    if (resource.controller) add(before.controllerPath, after.controllerPath);
    if (resource.webhooks !== undefined) add(before.webhookPath, after.webhookPath);
  }
  const found = [...targets].flatMap(([folder, [target = folder, ...others]]) =>
    others.length > 0 || target === folder ? [] : [[folder, target] as const],
  );
  return new Map(found);
}
