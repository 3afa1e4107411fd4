import { TsopError } from "../core/errors.js";
import { isSameId, showId } from "./gvk.js";
import { currentId, type Resource } from "./resource.js";

/** @throws TsopError `render/duplicate` when there is an object of its name already */
export function addResource(resources: readonly Resource[], added: Resource): readonly Resource[] {
  return addResources(resources, [added]);
}

export function addResources(resources: readonly Resource[], added: readonly Resource[]): readonly Resource[] {
  const byName = new Map<string, Resource[]>();
  const register = (resource: Resource): void => {
    const id = currentId(resource);
    const same = byName.get(id.name) ?? [];
    if (same.some((each) => isSameId(currentId(each), id))) {
      throw new TsopError("render/duplicate", `${showId(id)} is there twice`, {
        hint: "Remove one of them, or the resource that brings it in a second time.",
      });
    }
    byName.set(id.name, [...same, resource]);
  };
  for (const resource of resources) byName.set(nameKey(resource), [...(byName.get(nameKey(resource)) ?? []), resource]);
  for (const resource of added) register(resource);
  return [...resources, ...added];
}

function nameKey(resource: Resource): string {
  return currentId(resource).name;
}
