/** Decides what the author of a conversion has decided about a field. */
import type { ObjectLiteralElementLike } from "ts-morph";
import { startWithComments, withoutStyle } from "../style.js";
import { tsMorph } from "../ts-morph.js";

export function nameOf(field: ObjectLiteralElementLike): string {
  if (tsMorph.Node.isSpreadAssignment(field)) return "";
  const name = field.getNameNode();
  return tsMorph.Node.isStringLiteral(name) ? name.getLiteralText() : name.getText();
}

export function valueOf(field: ObjectLiteralElementLike): string {
  return tsMorph.Node.isPropertyAssignment(field) ? field.getInitializerOrThrow().getText() : field.getText();
}

/** Returns whether two expressions differ at most in what formatters change. */
export function isSameCode(one: string, other: string): boolean {
  return withoutStyle(one) === withoutStyle(other);
}

/**
 * Returns whether a field is as tsop writes it while its author has decided nothing: `undefined` below the comment of
 * tsop, the field of the same name, or a field that the author has not confirmed.
 */
export function isUndecided(field: ObjectLiteralElementLike): boolean {
  const value = valueOf(field);
  const comment = field.getSourceFile().getFullText().slice(startWithComments(field), field.getStart());
  if (value === "undefined") return /An annotation keeps the value\.|TODO: (?:set|convert) /.test(comment);
  if (/^\w+(?:ToHub|FromHub)\d*\(\)$/.test(value)) return true;
  if (comment.includes("CONFIRM: ")) return /^from(?:\.[\w$]+|\["[^"]*"\])$/.test(value);
  const name = nameOf(field);
  return comment === "" && [`from.${name}`, `from[${name}]`].some((copy) => isSameCode(value, copy));
}
