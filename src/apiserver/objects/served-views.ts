import type { ApiObject } from "../api-object.js";
import { copyJson, isSameJson } from "../../core/json.js";
import { isBuiltIn, type ServedResource } from "../resource.js";

/**
 * Stored objects as a version shows them: converted, and with the defaults of today's schema. Each is made once, and
 * shares what is stored where the two are equal, so that lists and watches cost no copies.
 */
export class ServedViews {
  readonly #views = new WeakMap<ServedResource, WeakMap<ApiObject, ApiObject>>();

  /** To be read, not to be changed. */
  async read(resource: ServedResource, stored: ApiObject): Promise<ApiObject> {
    const [view = stored] = await this.readAll(resource, [stored]);
    return view;
  }

  /** Asks the webhook again that converts it, if one does: what it has answered before may be out of date. */
  async readAgain(resource: ServedResource, stored: ApiObject): Promise<ApiObject> {
    if (resource.conversion === undefined || isBuiltIn(resource)) return this.read(resource, stored);
    const [served = stored] = await resource.conversion.toServed([stored]);
    return served;
  }

  /** Of a version that shows objects as they are stored, but for defaults. */
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

  /** What a version has just written needs no second look. */
  remember(resource: ServedResource, stored: ApiObject, served: ApiObject): void {
    this.#known(resource).set(stored, served);
  }

  #known(resource: ServedResource): WeakMap<ApiObject, ApiObject> {
    let known = this.#views.get(resource);
    if (known === undefined) this.#views.set(resource, (known = new WeakMap()));
    return known;
  }
}

/** What is converted by a webhook, or by nobody, has its defaults from the version that is stored. */
function filledIn(resource: ServedResource, object: ApiObject): ApiObject {
  const isConverted = resource.conversion !== undefined && !isBuiltIn(resource);
  return isConverted ? object : withDefaults(resource, object);
}

function withDefaults(resource: ServedResource, object: ApiObject): ApiObject {
  const copy = copyJson(object);
  resource.strategy.setDefaults(copy);
  return isSameJson(copy, object) ? object : copy;
}
