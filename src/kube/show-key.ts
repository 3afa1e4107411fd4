import type { ObjectKey } from "./objects.js";

/** For people: `default/web`, and the name alone where there is no namespace. */
export function showKey({ namespace = "", name }: ObjectKey): string {
  return namespace === "" ? name : `${namespace}/${name}`;
}
