/** Edits an object that is known by its fields: `{ definition: …, storage: … }`. */
import type { ArrayLiteralExpression, ObjectLiteralExpression } from "ts-morph";
import type { EditedSource } from "./edited-source.js";
import { insertElement, removeElement } from "./lists.js";
import { tsMorph } from "./ts-morph.js";

/** The fields that the object has. Only one object of the file may have all of them. */
export type KnownBy = readonly string[];

function objectWith({ source }: EditedSource, known: KnownBy): ObjectLiteralExpression | undefined {
  const [found, ...others] = source
    .getDescendantsOfKind(tsMorph.SyntaxKind.ObjectLiteralExpression)
    .filter((each) => known.every((name) => each.getProperty(name) !== undefined));
  return others.length > 0 ? undefined : found;
}

/** Adds a field at the end, unless the object already has it. Returns whether the object has exactly this value then. */
export function addField(edited: EditedSource, known: KnownBy, name: string, value: string): boolean {
  const object = objectWith(edited, known);
  if (object === undefined) return false;
  if (object.getProperty(name) === undefined) {
    insertElement(object, object.getProperties(), `${name}: ${value}`, edited.style);
    return true;
  }
  return valueOf(object, name)?.getText() === value;
}

/** Adds an element to a list in an object of a field: `field: { list: [element] }`. Returns whether the list contains it then. */
export function addToList(edited: EditedSource, known: KnownBy, place: ListPlace, element: string): boolean {
  const list = listAt(edited, known, place);
  if (list === undefined) return false;
  const elements = list.getElements();
  if (!elements.some((each) => each.getText() === element)) insertElement(list, elements, element, edited.style);
  return true;
}

/** Removes an element from the list, and the whole field with the last element. */
export function removeFromList(edited: EditedSource, known: KnownBy, place: ListPlace, element: string): void {
  const elements = listAt(edited, known, place)?.getElements() ?? [];
  const index = elements.findIndex((each) => each.getText() === element);
  if (index === -1) return;
  if (elements.length > 1) removeElement(edited, elements, index);
  else removeField(edited, known, place.field);
}

/** Removes a field. @param value - undefined removes the field with any value */
export function removeField(edited: EditedSource, known: KnownBy, name: string, value?: string): void {
  const object = objectWith(edited, known);
  const properties = object?.getProperties() ?? [];
  const index = properties.findIndex((each) => each === object?.getProperty(name));
  if (object === undefined || index === -1) return;
  if (value === undefined || valueOf(object, name)?.getText() === value) removeElement(edited, properties, index);
}

export interface ListPlace {
  readonly field: string;
  readonly list: string;
}

function listAt(edited: EditedSource, known: KnownBy, { field, list }: ListPlace): ArrayLiteralExpression | undefined {
  const { SyntaxKind } = tsMorph;
  const object = objectWith(edited, known);
  const outer = object && valueOf(object, field)?.asKind(SyntaxKind.ObjectLiteralExpression);
  return outer && valueOf(outer, list)?.asKind(SyntaxKind.ArrayLiteralExpression);
}

function valueOf(object: ObjectLiteralExpression, name: string) {
  return object.getProperty(name)?.asKind(tsMorph.SyntaxKind.PropertyAssignment)?.getInitializer();
}
