/** Finds texts that still say a previous name: log messages, comments, documents. Only their author knows what they mean. */
import { isUntouched } from "../../core/generated-stamp.js";
import type { Tree } from "../../machinery/tree.js";
import type { Project } from "../../project/project.js";
import type { LeftPlace } from "../../refactor/follow-moves.js";
import { listFiles, readOwnText } from "../move/project-files.js";
import { keptReconcilers, type RenamedKind } from "./renamed-kind.js";

/** Files that tsop generates, and charts, which `tsop helm chart` updates. */
const generated =
  /^config\/(?:crd\/bases|schemas)\/|^config\/(?:(?:rbac|apiserver)\/role|webhook\/manifests)\.yaml$|^apiserver\/definitions\/|^charts\/|^migrations\/|^config\/crd\/migrated\//;

export function findNames(files: Tree, { resources }: Project, kinds: readonly RenamedKind[]): LeftPlace[] {
  const patterns = new Set<string>();
  for (const { from, to, before, after } of kinds) {
    const longer = resources.filter(({ kind }) => kind !== from.kind && kind.startsWith(from.kind));
    const others = longer.map(({ kind }) => `(?!${kind.slice(from.kind.length)})`).join("");
    if (from.kind !== to.kind) patterns.add(`(?<![A-Za-z])${from.kind}${others}(?![a-z])[A-Za-z]*`);
    if (before.group !== after.group)
      patterns.add(String.raw`[\w.-]*(?<![\w-])${before.group.replaceAll(".", String.raw`\.`)}(?![\w.-]*\.)[\w/.-]*`);
  }
  if (patterns.size === 0) return [];
  const pattern = new RegExp([...patterns].join("|"), "g");
  const kept = new Set(kinds.flatMap((kind) => [...keptReconcilers(kind)]));
  return listFiles(files)
    .filter((file) => !generated.test(file))
    .flatMap((file) => {
      const text = readOwnText(files, file) ?? "";
      // tsop generates the sample again.
      return isUntouched(text) ? [] : namesIn(file, text, pattern);
    })
    .filter(({ text }) => !kept.has(text));
}

/** Returns each name once for each line. */
function namesIn(file: string, text: string, pattern: RegExp): LeftPlace[] {
  return text.split("\n").flatMap((line, index) =>
    [...new Set(Array.from(line.matchAll(pattern), ([name]) => name))].map((name) => ({
      at: { file, line: index + 1 },
      text: name,
    })),
  );
}
