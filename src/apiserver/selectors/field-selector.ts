/**
 * Field selectors of a query.
 * Source: k8s.io/apimachinery/pkg/fields/selector.go.
 */
import { SelectorFault } from "../../core/label-selector.js";
import type { ApiObject } from "../api-object.js";
import type { ServedResource } from "../resource.js";

export interface FieldSelector {
  matches(object: ApiObject): boolean;
  /** Returns the value that the selector requires of a field, if it requires one. */
  exact(field: string): string | undefined;
  readonly isEmpty: boolean;
}

interface Term {
  readonly field: string;
  readonly value: string;
  readonly isNegated: boolean;
}

/** @throws SelectorFault if it is invalid, or names a field that the resource does not support */
export function parseFieldSelector(text: string, resource: ServedResource): FieldSelector {
  const terms = splitTerms(text)
    .toSorted()
    .filter((term) => term !== "")
    .map((term) => readTerm(term, text));
  const tests = terms.map((term) => testOf(term, resource));
  return {
    matches: (object) => tests.every((test) => test(object)),
    exact: (field) => terms.find((term) => term.field === field && !term.isNegated)?.value,
    isEmpty: terms.length === 0,
  };
}

function testOf({ field, value, isNegated }: Term, resource: ServedResource): (object: ApiObject) => boolean {
  const read = readerOf(field, resource);
  return (object) => (read(object) === value) !== isNegated;
}

function readerOf(field: string, resource: ServedResource): (object: ApiObject) => string {
  if (field === "metadata.name") return ({ metadata }) => metadata.name ?? "";
  if (field === "metadata.namespace") return ({ metadata }) => metadata.namespace ?? "";
  const read = resource.selectableFields.get(field);
  if (read !== undefined) return read;
  const hasOwnFields = resource.selectableFields.size > 0 || resource.strategy.decode !== undefined;
  throw new SelectorFault(
    hasOwnFields
      ? `field label not supported: ${field}`
      : `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  );
}

/** Splits at commas that do not follow a backslash. */
function splitTerms(text: string): string[] {
  return text.match(/(?:\\[^]|[^\\,])+/g) ?? [];
}

function readTerm(term: string, selector: string): Term {
  const operator = /!=|==?/.exec(term);
  if (operator === null) throw new SelectorFault(`invalid selector: '${selector}'; can't understand '${term}'`);
  const [{ length }] = operator;
  const value = unescapeValue(term.slice(operator.index + length));
  return { field: term.slice(0, operator.index), value, isNegated: operator[0] === "!=" };
}

function unescapeValue(text: string): string {
  return text.replace(/\\([^]?)|[,=]/g, (sequence, escaped: string | undefined) => {
    if (escaped === undefined) {
      throw new SelectorFault(`invalid field selector: unescaped character in value: ${sequence.charCodeAt(0)}`);
    }
    if (/^[\\,=]$/.test(escaped)) return escaped;
    throw new SelectorFault(`invalid field selector: invalid escape sequence: ${sequence}`);
  });
}
