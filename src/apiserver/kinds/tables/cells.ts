/** The cells of a row, as `kubectl get` shows them; to be imported as `cell`. Source: kubernetes/pkg/printers/internalversion/printers.go. */
import type { Json, JsonObject } from "../../../core/json.js";
import { type ApiObject, isSet, numberOf, objectOf, objectsOf, textMapOf, textOf } from "../../api-object.js";
import { showDuration } from "../../tables/human-duration.js";
import { formatSelector } from "./selector-text.js";

type Cell = (object: ApiObject, now: number) => Json;
type Row = (object: ApiObject, now: number) => Json[];

/** A text among the cells is the path of a text field: `spec.nodeName`. */
export function row(...cells: readonly (Cell | string)[]): Row {
  const shown = cells.map((each) => (typeof each === "string" ? text(each) : each));
  return (object, now) => shown.map((show) => show(object, now));
}

/** Name, cells of the kind's own, age: what most kinds show. */
export function named(...own: readonly (Cell | string)[]): Row {
  return row(nameOf, ...own, ageOf);
}

export function nameOf({ metadata }: ApiObject): string {
  return metadata.name ?? "";
}

/** How long ago an object was made. */
export function ageOf(object: ApiObject, now: number): string {
  return timeSince(object.metadata, "creationTimestamp", now);
}

/** How long ago the time at a field was. */
export function timeSince(object: JsonObject | undefined, name: string, now: number): string {
  const time = textOf(object, name);
  return time === "" ? "<unknown>" : showDuration(now - Date.parse(time));
}

/** What a function reads at a path: `spec.strategy.type`. */
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

/** `otherwise`: what is shown where the text is absent or empty. */
export function text(path: string, otherwise = ""): (object: ApiObject) => string {
  return at(path, (holder, name) => textOf(holder, name) || otherwise);
}

export function number(path: string, otherwise: Json = 0): Cell {
  return at(path, (holder, name) => numberOf(holder, name) ?? otherwise);
}

/** Whether a field is true. */
export function flag(path: string): Cell {
  return at(path, isSet);
}

/** How many objects a list has. */
export function length(path: string): Cell {
  return at(path, (holder, name) => objectsOf(holder, name).length);
}

/** Of a LabelSelector. */
export function selector(path: string): Cell {
  return at(path, (holder, name) => formatSelector(objectOf(holder, name)));
}

/** Of a map of labels: `a=b,c=d`. */
export function labels(path: string): Cell {
  return at(path, (holder, name) => {
    const parts = Object.entries(textMapOf(holder, name)).map(([key, value]) => `${key}=${value}`);
    return parts.length === 0 ? "<none>" : parts.toSorted().join(",");
  });
}

/** Names and images of a template's containers, as `kubectl get -o wide` shows them. */
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

/** Fields that a selector of fields may name, which are texts. */
export function selectable(...paths: readonly string[]): Record<string, (object: ApiObject) => string> {
  return Object.fromEntries(paths.map((path) => [path, text(path)]));
}

/** At most three, and how many more there are. */
export function listWithMore(items: readonly string[], none = "<unset>"): string {
  if (items.length === 0) return none;
  const shown = items.slice(0, 3).join(",");
  return items.length > 3 ? `${shown} + ${items.length - 3} more...` : shown;
}
