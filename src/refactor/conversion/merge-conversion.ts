/** Adds the fields that a conversion lacks, and keeps the code of its author. */
import type { FunctionDeclaration, ObjectLiteralElementLike } from "ts-morph";
import { addLastDeclaration } from "../declarations.js";
import type { EditedSource } from "../edited-source.js";
import { addImports, importedNames } from "../imports.js";
import { insertElement } from "../lists.js";
import { removeRange } from "../ranges.js";
import { restyle } from "../restyle.js";
import { indentOf, startWithComments } from "../style.js";
import { tsMorph } from "../ts-morph.js";
import { type ConversionPart, findPart, partNames } from "./conversion-parts.js";
import { isSameCode, isUndecided, nameOf, valueOf } from "./written-field.js";

/** The result of a merge. Its texts name fields as `zone of specToHub`. */
export interface ConversionMerge {
  /** The fields that tsop added, replaced or removed, because the author had decided nothing about them. */
  readonly changed: readonly string[];
  /** The fields that tsop would write in another way: the author decides. */
  readonly differing: readonly string[];
}

interface Merge {
  readonly present: EditedSource;
  readonly wanted: EditedSource;
  /** The new code, which may call further functions. */
  readonly written: string[];
  readonly changed: string[];
  readonly differing: string[];
}

/**
 * Changes the present file.
 *
 * @param wanted - the conversion that follows from the types
 * @returns undefined if the present file has another form than tsop writes; it is then unchanged
 */
export function mergeConversion(present: EditedSource, wanted: EditedSource): ConversionMerge | undefined {
  if (["toHub", "fromHub"].some((name) => findPart(present, name) === undefined)) return undefined;
  const merge: Merge = { present, wanted, written: [], changed: [], differing: [] };
  for (const name of partNames(wanted)) mergePart(merge, name);
  addFunctions(merge);
  return merge;
}

function mergePart(merge: Merge, name: string): void {
  const wanted = findPart(merge.wanted, name);
  const present = findPart(merge.present, name);
  // The fields of a spread are unknown.
  if (wanted === undefined || present === undefined || hasSpread(present)) return;
  const fields = wanted.object.getProperties();
  for (const [index, field] of fields.entries()) mergeField(merge, name, field, fields.slice(index + 1));
  dropFields(merge, name, new Set(fields.map(nameOf)));
  mergeNotes(merge, name);
}

function hasSpread({ object }: ConversionPart): boolean {
  return object.getProperties().some((each) => tsMorph.Node.isSpreadAssignment(each));
}

function mergeField(
  merge: Merge,
  name: string,
  field: ObjectLiteralElementLike,
  following: readonly ObjectLiteralElementLike[],
): void {
  const label = `${nameOf(field)} of ${name}`;
  const decided = findField(merge, name, nameOf(field));
  if (decided !== undefined && isSameCode(valueOf(decided), valueOf(field))) return;
  if ((decided !== undefined && !isUndecided(decided)) || !canRead(merge, name, valueOf(field))) {
    merge.differing.push(`${label}: ${valueOf(field)}`);
    return;
  }
  const { object } = findPart(merge.present, name) ?? {};
  const [elements, present] = [object?.getProperties() ?? [], findField(merge, name, nameOf(field))];
  const text = codeOf(merge, field, present ?? elements[0]);
  if (present !== undefined) {
    merge.present.source.replaceText([startWithComments(present), present.getEnd()], text);
  } else if (object !== undefined) {
    const later = new Set(following.map(nameOf));
    const place = elements.findIndex((each) => later.has(nameOf(each)));
    insertElement(object, elements, text, merge.present.style, place === -1 ? elements.length : place);
  }
  merge.written.push(valueOf(field));
  merge.changed.push(label);
}

/** Finds a field of the present file. Each edit replaces the nodes, so this looks again. */
function findField({ present }: Merge, part: string, name: string): ObjectLiteralElementLike | undefined {
  return findPart(present, part)
    ?.object.getProperties()
    .find((each) => nameOf(each) === name);
}

/** Returns whether code can read the parameter of a function. Adds the parameter to a function without one. */
function canRead({ present, wanted }: Merge, name: string, code: string): boolean {
  const part = findPart(present, name);
  if (!isUsedIn(code, "from") || part?.parameters === "from") return true;
  const [ours, theirs] = [present.source.getFunction(name), wanted.source.getFunction(name)];
  if (part?.parameters !== "" || ours === undefined || theirs === undefined) return false;
  addParameter(ours, theirs);
  return true;
}

function addParameter(ours: FunctionDeclaration, theirs: FunctionDeclaration): void {
  const open = ours.getFirstChildByKindOrThrow(tsMorph.SyntaxKind.OpenParenToken).getEnd();
  const parameters = theirs.getParameters().map((each) => each.getText());
  ours.getSourceFile().insertText(open, parameters.join(", "));
}

/** Returns a field with its comments, in the style of the file. */
function codeOf(
  { present, wanted }: Merge,
  field: ObjectLiteralElementLike,
  beside?: ObjectLiteralElementLike,
): string {
  const { style } = present;
  const text = wanted.source.getFullText().slice(startWithComments(field), field.getEnd());
  const lines = text.split("\n").map((line) => line.trim());
  const indent = beside === undefined ? "" : indentOf(beside);
  // A field alone is no statement.
  const code = restyle(`({\n${lines.join("\n")}\n})`, style)
    .split(style.lineBreak)
    .slice(1, -1);
  return code.join(style.lineBreak + indent);
}

function dropFields(merge: Merge, name: string, wanted: ReadonlySet<string>): void {
  for (const gone of (findPart(merge.present, name)?.object.getProperties() ?? []).map(nameOf)) {
    const field = findField(merge, name, gone);
    if (field === undefined || wanted.has(gone)) continue;
    const label = `${gone} of ${name}`;
    if (isUndecided(field)) {
      const comma = field.getNextSiblingIfKind(tsMorph.SyntaxKind.CommaToken);
      removeRange(merge.present, startWithComments(field), (comma ?? field).getEnd());
      merge.changed.push(label);
    } else merge.differing.push(`${label}: no such field`);
  }
}

/** Updates the comments about the fields that only the source has, which follow the last field. */
function mergeNotes({ present, wanted }: Merge, name: string): void {
  const [ours, theirs] = [notesAfter(findPart(present, name)), notesAfter(findPart(wanted, name))];
  if (ours === undefined || theirs === undefined || isSameCode(ours.notes.join(), theirs.notes.join())) return;
  const { lineBreak } = present.style;
  const lines = theirs.notes.map((each) => `${ours.indent}${each}${lineBreak}`);
  present.source.replaceText([ours.start, ours.end], ours.rest + lines.join(""));
}

const lostNote = /^[ \t]*(\/\/ \S+ has no field \S+\. An annotation keeps the value\.)\r?\n/gm;

/** Returns the lines after the last field. Undefined if the object is empty, or on one line. */
function notesAfter(part: ConversionPart | undefined) {
  const last = part?.object.getProperties().at(-1);
  if (part === undefined || last === undefined) return undefined;
  const text = part.object.getSourceFile().getFullText();
  const start = text.indexOf("\n", last.getEnd()) + 1;
  const end = text.lastIndexOf("\n", part.object.getEnd()) + 1;
  if (start === 0 || start > end) return undefined;
  const after = text.slice(start, end);
  const notes = [...after.matchAll(lostNote)].map(([, note = ""]) => note);
  return { start, end, notes, rest: after.replaceAll(lostNote, ""), indent: indentOf(last) };
}

/** Adds the functions that the new code calls, and the types that they name. */
function addFunctions({ present, wanted, written }: Merge): void {
  for (const code of written) {
    for (const called of wanted.source.getFunctions()) {
      const name = called.getName() ?? "";
      if (!isUsedIn(code, name) || isDeclared(present, name)) continue;
      addLastDeclaration(present, wanted.source.getFullText().slice(called.getStart(true), called.getEnd()));
      written.push(called.getText());
    }
  }
  const needed = importedNames(wanted, "tsop").filter(({ name }) => written.some((code) => isUsedIn(code, name)));
  addImports(present, "tsop", needed);
}

function isUsedIn(code: string, name: string): boolean {
  return code.match(/[\w$]+/g)?.includes(name) === true;
}

function isDeclared({ source }: EditedSource, name: string): boolean {
  return source.getFunction(name) !== undefined || source.getVariableDeclaration(name) !== undefined;
}
