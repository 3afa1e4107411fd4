import type { ts } from "ts-morph";
import { compiler } from "./compiler.js";
import type { Report } from "../core/diagnostic.js";
import type { Tag } from "../model/annotations.js";
import type { Comment } from "./comments/comment.js";
import { resolveTag } from "./comments/resolve-tag.js";
import { scanTags } from "./comments/scan-tags.js";
import type { NameResolver, OpenModule } from "./names.js";
import type { ParsedFile } from "./parsed-file.js";

/** Reads the permissions in the comments of a file. */
export function readRbac(file: ParsedFile, comments: readonly Comment[], report: Report): Tag[] {
  return comments
    .flatMap((comment) => scanTags(comment).tags)
    .filter(({ name }) => /^(?:rbac|kubebuilder:rbac.*)$/i.test(name))
    .map((raw) => resolveTag(raw, file, report))
    .filter((tag) => tag !== undefined);
}

/** Reads the kinds, by file and name, that a file passes to a controller: `.for(Bar)`. */
export function readControlled(
  file: ParsedFile,
  names: NameResolver,
  open: OpenModule,
): { path: string; name: string }[] {
  const found: { path: string; name: string }[] = [];
  const visit = (node: ts.Node): void => {
    compiler.forEachChild(node, visit);
    if (!compiler.isCallExpression(node) || !compiler.isPropertyAccessExpression(node.expression)) return;
    const [argument] = node.arguments;
    if (node.expression.name.text !== "for" || argument === undefined || !compiler.isIdentifier(argument)) return;
    const imported = names.namesOf(file).imports.get(argument.text);
    if (imported?.module === undefined) {
      found.push({ path: file.path, name: argument.text });
    } else {
      const target = imported.module.startsWith(".") ? open(file, imported.module) : undefined;
      if (target !== undefined) found.push({ path: target.path, name: imported.name });
    }
  };
  visit(file.ast);
  return found;
}
