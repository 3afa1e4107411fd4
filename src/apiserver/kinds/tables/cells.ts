import type { Json } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { ageOf } from "../table-times.js";

type Cells = (object: ApiObject, now: number) => Json[];

/** Name, cells of the kind's own, age: what most kinds show. */
export function namedAndAged(own: (object: ApiObject) => Json[] = () => []): Cells {
  return (object, now) => [nameOf(object), ...own(object), ageOf(object, now)];
}

export function nameOf({ metadata }: ApiObject): string {
  return metadata.name ?? "";
}

/** At most three, and how many more there are. Source: kubernetes/pkg/printers/internalversion/printers.go. */
export function listWithMore(items: readonly string[]): string {
  if (items.length === 0) return "<unset>";
  const shown = items.slice(0, 3).join(",");
  return items.length > 3 ? `${shown} + ${items.length - 3} more...` : shown;
}
