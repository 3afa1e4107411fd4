import type { ApiObject } from "../api-object.js";
import { copyJson, isSameJson } from "../../core/json.js";
import { isBuiltIn, type ServedResource } from "../resource.js";

/**
 * Stored objects as a version shows them: converted, with the fields and the defaults of the current schema. Each view is created once, and
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

  /** Returns the view of a version that converts no objects. */
  readSync(resource: ServedResource, stored: ApiObject): ApiObject {
    const known = this.#known(resource);
    const view = known.get(stored) ?? underSchema(resource, stored);
    known.set(stored, view);
    return view;
  }

  async readAll(resource: ServedResource, stored: readonly ApiObject[]): Promise<readonly ApiObject[]> {
    const known = this.#known(resource);
    const unknown = stored.filter((each) => !known.has(each));
    if (unknown.length > 0) {
      const served = await (resource.conversion?.toServed(unknown) ?? unknown);
      unknown.forEach((each, index) => known.set(each, fitted(resource, served[index] ?? each)));
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

/** An object that a webhook or strategy `None` converts already has the fields and defaults of the stored version. */
function fitted(resource: ServedResource, object: ApiObject): ApiObject {
  const isConverted = resource.conversion !== undefined && !isBuiltIn(resource);
  return isConverted ? object : underSchema(resource, object);
}

/** Source: schemaCoercingDecoder and unstructuredDefaulter in k8s.io/apiextensions-apiserver/pkg/apiserver/customresource_handler.go. */
function underSchema(resource: ServedResource, object: ApiObject): ApiObject {
  const copy = copyJson(object);
  resource.strategy.decodeStored?.(copy);
  resource.strategy.setDefaults(copy);
  return isSameJson(copy, object) ? object : copy;
}
