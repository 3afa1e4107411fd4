import type { ApiObject } from "../api-object.js";
import { copyJson, isSameJson } from "../../core/json.js";
import { isBuiltIn, type ServedResource } from "../resource.js";

/**
 * Stored objects as a version shows them: converted, and with the defaults of the current schema. Each view is created once, and
 * shares the stored object if both are equal, so that lists and watches cost no copies.
 */
export class ServedViews {
  readonly #views = new WeakMap<ServedResource, WeakMap<ApiObject, ApiObject>>();

  /** Returns a view, which the caller must not change. */
  async read(resource: ServedResource, stored: ApiObject): Promise<ApiObject> {
    const [view = stored] = await this.readAll(resource, [stored]);
    return view;
  }

  /** Calls the webhook that converts the object again, if there is one: its earlier response may be outdated. */
  async readAgain(resource: ServedResource, stored: ApiObject): Promise<ApiObject> {
    if (resource.conversion === undefined || isBuiltIn(resource)) return this.read(resource, stored);
    const [served = stored] = await resource.conversion.toServed([stored]);
    return served;
  }

  /** Returns the view of a version that shows objects as stored, except for defaults. */
  readSync(resource: ServedResource, stored: ApiObject): ApiObject {
    const known = this.#known(resource);
    const view = known.get(stored) ?? withDefaults(resource, stored);
    known.set(stored, view);
    return view;
  }

  async readAll(resource: ServedResource, stored: readonly ApiObject[]): Promise<readonly ApiObject[]> {
    const known = this.#known(resource);
    const unknown = stored.filter((each) => !known.has(each));
    if (unknown.length > 0) {
      const served = await (resource.conversion?.toServed(unknown) ?? unknown);
      unknown.forEach((each, index) => known.set(each, filledIn(resource, served[index] ?? each)));
    }
    return stored.map((each) => known.get(each) ?? each);
  }

  /** Caches the view of an object that this version has just written. */
  remember(resource: ServedResource, stored: ApiObject, served: ApiObject): void {
    this.#known(resource).set(stored, served);
  }

  #known(resource: ServedResource): WeakMap<ApiObject, ApiObject> {
    let known = this.#views.get(resource);
    if (known === undefined) this.#views.set(resource, (known = new WeakMap()));
    return known;
  }
}

/** Sets defaults, except on an object that a webhook or strategy `None` converts: it has the defaults of the stored version. */
function filledIn(resource: ServedResource, object: ApiObject): ApiObject {
  const isConverted = resource.conversion !== undefined && !isBuiltIn(resource);
  return isConverted ? object : withDefaults(resource, object);
}

function withDefaults(resource: ServedResource, object: ApiObject): ApiObject {
  const copy = copyJson(object);
  resource.strategy.setDefaults(copy);
  return isSameJson(copy, object) ? object : copy;
}
