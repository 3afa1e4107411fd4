/** Source: sigs.k8s.io/structured-merge-diff/v6/typed/validate.go. */
import { goTypeOf } from "../../core/go-type.js";
import { printGo } from "../../core/go-value.js";
import { isJsonObject, type Json } from "../../core/json.js";
import type { TypeNode } from "../types/type-node.js";
import { showElement, fieldElement, type PathElement } from "./path-element.js";
import { elementOfItem, isDeclaredField, shapeOf, TypedValueFault } from "./typed-value.js";

/** Returns how an applied configuration does not fit the type, by path and message: `.spec.foo: field not declared in schema`. */
export function checkValue(value: Json, node: TypeNode): string[] {
  return faultsOf(value, node).map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
}

interface ValueFault {
  readonly path: string;
  readonly message: string;
}

function faultsOf(value: Json, node: TypeNode): ValueFault[] {
  if (value === null) return [];
  switch (shapeOf(node, value)) {
    case "scalar":
      return faultsOfScalar(value, node);
    case "list":
      return Array.isArray(value) ? faultsOfItems(value, node) : [fault(`expected list, got ${show(value)}`)];
    case "map":
      return isJsonObject(value)
        ? faultsOfMembers(Object.entries(value), node)
        : [fault(`expected map, got ${show(value)}`)];
  }
}

function faultsOfScalar(value: Json, { type, format = "" }: TypeNode): ValueFault[] {
  if (type === "any" || (type === "string" && format !== "" && format !== "byte")) {
    return typeof value === "object" ? [fault(`expected any scalar, got ${show(value)}`)] : [];
  }
  if (type === "string") {
    return typeof value === "string"
      ? []
      : [fault(`expected string, got &value.valueUnstructured{Value:${JSON.stringify(value)}}`)];
  }
  if (type === "boolean") return typeof value === "boolean" ? [] : [fault(`expected boolean, got ${show(value)}`)];
  return typeof value === "number" ? [] : [fault(`expected numeric (int or float), got ${goTypeOf(value)}`)];
}

function faultsOfItems(items: readonly Json[], node: TypeNode): ValueFault[] {
  const faults: ValueFault[] = [];
  const seen = new Set<PathElement>();
  for (const [index, item] of items.entries()) {
    let element = `i:${index}`;
    if (node.listType !== "atomic") {
      try {
        element = elementOfItem(node, item);
      } catch (error) {
        if (!(error instanceof TypedValueFault)) throw error;
        return [...faults, fault(`element ${index}: ${error.message}`)];
      }
      if (seen.has(element)) faults.push(fault(`duplicate entries for key ${showElement(element)}`));
      seen.add(element);
    }
    if (node.items !== undefined) faults.push(...below(element, faultsOf(item, node.items)));
  }
  return faults;
}

function faultsOfMembers(members: readonly [string, Json | undefined][], node: TypeNode): ValueFault[] {
  const faults: ValueFault[] = [];
  for (const [name, member = null] of members) {
    const type = node.field(name);
    // The first undeclared field ends the walk.
    if (type === undefined && !isDeclaredField(node, name)) {
      return [...faults, ...below(fieldElement(name), [fault("field not declared in schema")])];
    }
    if (type !== undefined) faults.push(...below(fieldElement(name), faultsOf(member, type)));
  }
  return faults;
}

function fault(message: string): ValueFault {
  return { path: "", message };
}

function below(element: PathElement, faults: readonly ValueFault[]): ValueFault[] {
  return faults.map(({ path, message }) => ({ path: `${showElement(element)}${path}`, message }));
}

/** Formats the value as Go prints a pointer to it with %v. */
function show(value: Json): string {
  return `&{${printGo(value)}}`;
}
