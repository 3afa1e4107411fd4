/** Edits the options of a call: `TestEnvironment.start({ crds: […] })`. */
import type { ObjectLiteralExpression } from "ts-morph";
import { onlyCall } from "./callbacks.js";
import type { EditedSource } from "./edited-source.js";
import { insertElement, removeElement } from "./lists.js";
import { isFirstInLine } from "./style.js";
import { tsMorph } from "./ts-morph.js";

/** Returns the options of the only call of a function. */
function optionsOf(edited: EditedSource, call: string): ObjectLiteralExpression | undefined {
  const [options] = onlyCall(edited, (callee) => callee === call)?.getArguments() ?? [];
  return options?.asKind(tsMorph.SyntaxKind.ObjectLiteralExpression);
}

/**
 * Adds a name to a list in the options of the only call of a function, such as `conversions` of
 * `TestEnvironment.start({ conversions: [setupBarWebhook] })`.
 *
 * @returns whether the list then contains the name
 */
export function addToOption(edited: EditedSource, call: string, option: string, name: string): boolean {
  const { SyntaxKind } = tsMorph;
  const options = optionsOf(edited, call);
  if (options === undefined) return false;
  const present = options.getProperty(option);
  if (present === undefined) {
    insertElement(options, options.getProperties(), `${option}: [${name}]`, edited.style);
    return true;
  }
  const list = present.asKind(SyntaxKind.PropertyAssignment)?.getInitializerIfKind(SyntaxKind.ArrayLiteralExpression);
  if (list === undefined) return false;
  const elements = list.getElements();
  if (!elements.some((each) => each.getText() === name)) {
    insertElement(list, elements, name, edited.style);
  }
  return true;
}

/** Returns whether the only call of a function has an option, written in exactly this way. */
export function hasOption(edited: EditedSource, call: string, option: string): boolean {
  return findOption(edited, call, option) !== undefined;
}

/**
 * Adds an option after another option, unless the call already has an option with the name.
 *
 * @param before - the other one, written in exactly this way
 * @returns whether it has been added
 */
export function addOptionAfter(
  edited: EditedSource,
  call: string,
  before: string,
  { name, value }: { readonly name: string; readonly value: string },
): boolean {
  const found = findOption(edited, call, before);
  if (found === undefined || found.options.getProperty(name) !== undefined) return false;
  insertElement(found.options, found.options.getProperties(), `${name}: ${value}`, edited.style, found.index + 1);
  return true;
}

/** Removes an option that is written in exactly this way, and its line if nothing else is on it. */
export function removeOption(edited: EditedSource, call: string, option: string): void {
  const found = findOption(edited, call, option);
  if (found === undefined) return;
  const { property, index, options } = found;
  const text = edited.source.getFullText();
  const comma = property.getNextSiblingIfKind(tsMorph.SyntaxKind.CommaToken);
  const end = (comma ?? property).getEnd();
  const rest = /^[ \t]*\r?\n/.exec(text.slice(end))?.[0];
  const previous = options.getProperties()[index - 1];
  if (isFirstInLine(property) && rest !== undefined) {
    edited.source.removeText(text.lastIndexOf("\n", property.getStart()) + 1, end + rest.length);
  } else if (comma === undefined && previous !== undefined) edited.source.removeText(previous.getEnd(), end);
  else edited.source.removeText(property.getStart(), end + (/^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0));
}

function findOption(edited: EditedSource, call: string, option: string) {
  const options = optionsOf(edited, call);
  const properties = options?.getProperties() ?? [];
  const index = properties.findIndex((each) => each.getText() === option);
  const property = properties[index];
  return options === undefined || property === undefined ? undefined : { options, property, index };
}

/** Removes a name from a list in the options of the only call of a function, and the option with the last name. */
export function removeFromOption(edited: EditedSource, call: string, option: string, name: string): void {
  const { SyntaxKind } = tsMorph;
  const options = optionsOf(edited, call);
  const property = options?.getProperty(option);
  const list = property?.asKind(SyntaxKind.PropertyAssignment)?.getInitializerIfKind(SyntaxKind.ArrayLiteralExpression);
  const elements = list?.getElements() ?? [];
  const index = elements.findIndex((each) => each.getText() === name);
  if (options === undefined || property === undefined || index === -1) return;
  const properties = options.getProperties();
  if (elements.length > 1) removeElement(edited, elements, index);
  else
    removeElement(
      edited,
      properties,
      properties.findIndex((each) => each === property),
    );
}
