import type { ApiObject } from "../api-object.js";
import type { StoredObjects } from "../resource.js";

/** The name of the class that is marked as the default; of several the newest, and of these the first by name. */
export function findDefaultClass(
  objects: StoredObjects,
  storageKey: string,
  annotations: readonly string[],
): string | undefined {
  const isDefault = ({ metadata }: ApiObject): boolean =>
    annotations.some((name) => metadata.annotations?.[name] === "true");
  const [newest] = objects.list(storageKey).filter(isDefault).toSorted(byAge);
  return newest?.metadata.name;
}

function byAge({ metadata: left }: ApiObject, { metadata: right }: ApiObject): number {
  const [mine, other] = [left.creationTimestamp ?? "", right.creationTimestamp ?? ""];
  if (mine !== other) return mine > other ? -1 : 1;
  return (left.name ?? "") < (right.name ?? "") ? -1 : 1;
}
