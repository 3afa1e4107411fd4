/**
 * The cells of a row as `kubectl get` shows them. Import as `cell`.
 * Source: kubernetes/pkg/printers/internalversion/printers.go.
 */
import type { Json, JsonObject } from "../../../core/json.js";
import { type ApiObject, isSet, numberOf, objectOf, objectsOf, textMapOf, textOf } from "../../api-object.js";
import { showDuration } from "../../tables/human-duration.js";
import { formatSelector } from "./selector-text.js";

type Cell = (object: ApiObject, now: number) => Json;
type Row = (object: ApiObject, now: number) => Json[];

/** A string among the cells is the path of a string field: `spec.nodeName`. */
export function row(...cells: readonly (Cell | string)[]): Row {
  const shown = cells.map((each) => (typeof each === "string" ? text(each) : each));
  return (object, now) => shown.map((show) => show(object, now));
}

/** Returns the cells of most kinds: the name, the kind's own cells, and the age. */
export function named(...own: readonly (Cell | string)[]): Row {
  return row(nameOf, ...own, ageOf);
}

export function nameOf({ metadata }: ApiObject): string {
  return metadata.name ?? "";
}

/** Shows the time since an object was created. */
export function ageOf(object: ApiObject, now: number): string {
  return timeSince(object.metadata, "creationTimestamp", now);
}

/** Shows the time since the time in a field. */
export function timeSince(object: JsonObject | undefined, name: string, now: number): string {
  const time = textOf(object, name);
  return time === "" ? "<unknown>" : showDuration(now - Date.parse(time));
}

/** Reads a field at a path: `spec.strategy.type`. */
function at<Value>(
  path: string,
  valueOf: (holder: JsonObject | undefined, name: string) => Value,
): (object: ApiObject) => Value {
  const holders = path.split(".");
  const name = holders.pop() ?? "";
  return (object) => {
    let holder: JsonObject | undefined = object;
    for (const each of holders) holder = objectOf(holder, each);
    return valueOf(holder, name);
  };
}

/** `otherwise`: the cell for a missing or empty string. */
export function text(path: string, otherwise = ""): (object: ApiObject) => string {
  return at(path, (holder, name) => textOf(holder, name) || otherwise);
}

export function number(path: string, otherwise: Json = 0): Cell {
  return at(path, (holder, name) => numberOf(holder, name) ?? otherwise);
}

/** Shows whether a field is true. */
export function flag(path: string): Cell {
  return at(path, isSet);
}

/** Shows the number of objects in a list. */
export function length(path: string): Cell {
  return at(path, (holder, name) => objectsOf(holder, name).length);
}

/** Shows a LabelSelector. */
export function selector(path: string): Cell {
  return at(path, (holder, name) => formatSelector(objectOf(holder, name)));
}

/** Shows a map of labels: `a=b,c=d`. */
export function labels(path: string): Cell {
  return at(path, (holder, name) => {
    const parts = Object.entries(textMapOf(holder, name)).map(([key, value]) => `${key}=${value}`);
    return parts.length === 0 ? "<none>" : parts.toSorted().join(",");
  });
}

/** Returns the names and images of a template's containers, as `kubectl get -o wide` shows them. */
export function containers(path: string): [names: Cell, images: Cell] {
  const list = (field: string): Cell =>
    at(path, (holder, name) => {
      const spec = objectOf(objectOf(holder, name), "spec");
      return objectsOf(spec, "containers")
        .map((container) => textOf(container, field))
        .join(",");
    });
  return [list("name"), list("image")];
}

/** Returns the string fields that a field selector may name. */
export function selectable(...paths: readonly string[]): Record<string, (object: ApiObject) => string> {
  return Object.fromEntries(paths.map((path) => [path, text(path)]));
}

/** Shows at most three items, and the number of the others. */
export function listWithMore(items: readonly string[], none = "<unset>"): string {
  if (items.length === 0) return none;
  const shown = items.slice(0, 3).join(",");
  return items.length > 3 ? `${shown} + ${items.length - 3} more...` : shown;
}
