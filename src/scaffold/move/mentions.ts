/** Finds texts that name a path: in documents, configuration, comments and strings, which only the user can change. */
import path from "node:path";
import type { LeftPlace, Moves } from "../../refactor/follow-moves.js";
import type { Tree } from "../../machinery/tree.js";
import { listFiles, readOwnText } from "./project-files.js";

/** Returns the places that name a file or a folder that no longer exists. */
export function findMentions(files: Tree, moves: Moves): LeftPlace[] {
  const stems = [...moves.keys()].map((file) => file.replace(/\.[cm]?[jt]sx?$/, ""));
  const names = [...new Set([...vanishedFolders(files, moves), ...stems])].filter((name) => name.includes("/"));
  if (names.length === 0) return [];
  const alternatives = names.toSorted((a, b) => b.length - a.length).map(escape);
  const pattern = new RegExp(
    String.raw`(?<![\w./-])(?:\.{1,2}/)*(?:${alternatives.join("|")})(?![\w-])[^\s"'\x60)\]]*`,
    "g",
  );
  return listFiles(files)
    .filter((file) => !/^config\/(?:crd\/bases|schemas)\//.test(file))
    .flatMap((file) => mentionsIn(file, readOwnText(files, file) ?? "", pattern));
}

function mentionsIn(file: string, text: string, pattern: RegExp): LeftPlace[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      [...line.matchAll(pattern)].map(([found]) => ({ at: { file, line: index + 1 }, text: found })),
    );
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

/** Returns the folders that no longer exist after the moves, without the folders below them. */
function vanishedFolders(files: Tree, moves: Moves): string[] {
  const folders = new Set<string>();
  for (const file of moves.keys()) {
    for (let folder = path.posix.dirname(file); folder !== "."; folder = path.posix.dirname(folder))
      folders.add(folder);
  }
  const gone = [...folders].filter((folder) => listFiles(files, folder).length === 0);
  return gone.filter((folder) => !gone.includes(path.posix.dirname(folder)));
}
