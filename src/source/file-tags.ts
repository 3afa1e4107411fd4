/** Tags that apply to a whole file or folder, at any position in it: kubebuilder's markers of packages. */
import path from "node:path";
import { errorAt, type Report } from "../core/diagnostic.js";
import type { Tag } from "../model/annotations.js";
import { allComments } from "./all-comments.js";
import { resolveTag } from "./comments/resolve-tag.js";
import { scanTags } from "./comments/scan-tags.js";
import type { ParsedFile } from "./parsed-file.js";
import type { DeclaredKind } from "./read-kinds.js";

export interface FileTags {
  /** The files whose kinds are skipped. */
  readonly skipped: ReadonlySet<string>;
  readonly identities: readonly { readonly file: ParsedFile; readonly tag: Tag }[];
}

const names = /^(?:groupName|versionName|skipFile|kubebuilder:skip)$/;

export function readFileTags(files: readonly ParsedFile[], report: Report): FileTags {
  const skipped = new Set<string>();
  const identities: { file: ParsedFile; tag: Tag }[] = [];
  for (const file of files.filter(({ ast }) => /groupName|versionName|skipFile|kubebuilder:skip/.test(ast.text))) {
    const raws = allComments(file).flatMap((comment) => scanTags(comment).tags);
    for (const raw of raws.filter(({ name }) => names.test(name))) {
      const tag = resolveTag(raw, file, report);
      if (tag?.record.effect.kind === "skipFile") skipped.add(file.path);
      else if (tag !== undefined) identities.push({ file, tag });
    }
  }
  return { skipped, identities };
}

/** Reports a group or version that differs from the kinds of the folder, because it would mislead readers. */
export function checkIdentities({ identities }: FileTags, kinds: readonly DeclaredKind[], report: Report): void {
  for (const { file, tag } of identities) {
    const { effect } = tag.record;
    if (effect.kind !== "identity" || tag.argument.kind !== "text") continue;
    const expected = tag.argument.value;
    const neighbours = kinds.filter((kind) => path.posix.dirname(kind.file.path) === path.posix.dirname(file.path));
    for (const { name, model } of neighbours.filter((kind) => kind.model[effect.part] !== expected)) {
      const hint = `The kind itself decides: extends CustomResource<"${model.group}/${model.version}", "${model.kind}">. Correct it, or remove the tag.`;
      const message = `${tag.spelling} says ${expected}, and ${name} says ${model[effect.part]}`;
      report(errorAt("tag/conflict", tag.at, message, hint));
    }
  }
}
