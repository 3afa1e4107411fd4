import { TsopError } from "../core/errors.js";
import { isSameId, showId } from "./gvk.js";
import { currentId, nameOf, type Resource } from "./resource.js";

/** @throws TsopError `render/duplicate` if an object of the same name already exists */
export function addResources(resources: readonly Resource[], added: readonly Resource[]): readonly Resource[] {
  const byName = new Map<string, Resource[]>();
  const ofName = (resource: Resource): Resource[] => byName.get(nameOf(resource)) ?? [];
  const register = (resource: Resource): void => void byName.set(nameOf(resource), [...ofName(resource), resource]);
  for (const resource of resources) register(resource);
  for (const resource of added) {
    const id = currentId(resource);
    if (ofName(resource).some((each) => isSameId(currentId(each), id))) {
      throw new TsopError("render/duplicate", `${showId(id)} exists twice`, {
        hint: "Remove one of them, or the resource that adds it a second time.",
      });
    }
    register(resource);
  }
  return [...resources, ...added];
}
