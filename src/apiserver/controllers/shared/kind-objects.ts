/** The stored objects of one built-in kind, by its type. */
import { copyJson, isSameJson } from "../../../core/json.js";
import type { Pod } from "../../../k8s/core/v1.js";
import type { ApiObject } from "../../api-object.js";
import type { DeleteOptions } from "../../objects/delete-object.js";
import { storageKeyOf } from "../../resource.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects } from "../controller-objects.js";

export type ObjectMeta = Pod["metadata"];

export interface KindObject {
  readonly apiVersion: string;
  readonly kind: string;
  metadata: ObjectMeta;
  spec?: unknown;
  status?: unknown;
}

/** A stored object, which has the fields that every stored object has. */
export type Stored<Type extends KindObject = KindObject> = Type & {
  metadata: { namespace: string; uid: string; creationTimestamp: string };
  spec: NonNullable<Type["spec"]>;
  status: NonNullable<Type["status"]>;
};

export interface KindName {
  readonly group: string;
  readonly resource: string;
}

export class KindObjects<Type extends KindObject> {
  readonly storageKey: string;
  readonly #objects: ControllerObjects;

  constructor(objects: ControllerObjects, { group, resource }: KindName) {
    this.#objects = objects;
    this.storageKey = storageKeyOf(group, resource);
  }

  get(namespace: string, name: string): Stored<Type> | undefined {
    const found = this.#objects.parts.store.get(this.storageKey, namespace, name);
    return found === undefined ? undefined : readKind<Type>(found);
  }

  list(namespace?: string): Stored<Type>[] {
    return this.#objects.parts.store.list(this.storageKey, namespace).map((each) => readKind<Type>(each));
  }

  /** @throws StatusError if the server rejects the object */
  async create(object: Type): Promise<Stored<Type>> {
    return readKind<Type>(await this.#objects.create(this.#objects.builtIn(this.storageKey), toApiObject(object)));
  }

  /**
   * Changes an object, unless another write has changed it since it was read. `change` gets a copy. Returns the new object;
   * undefined after another write, whose event adds the key to the queue again.
   */
  async update(
    read: Stored<Type>,
    change: (copy: Stored<Type>) => void,
    subresource = "",
  ): Promise<Stored<Type> | undefined> {
    const target = toApiObject(read);
    const isWritten = await this.#objects.update(
      this.#objects.builtIn(this.storageKey),
      target,
      (live) => {
        if (live.metadata.resourceVersion !== target.metadata.resourceVersion) throw changed;
        const copy = readKind<Type>(copyJson(live));
        change(copy);
        return withoutAdded(toApiObject(copy), live);
      },
      { subresource },
    );
    return isWritten ? this.get(read.metadata.namespace, read.metadata.name) : undefined;
  }

  /** Deletes an object. Returns false if it was already deleted. */
  delete(object: Stored<Type>, options: DeleteOptions = {}): Promise<boolean> {
    return this.#objects.delete(this.#objects.builtIn(this.storageKey), toApiObject(object), options);
  }
}

const changed = new StatusError({ code: 409, reason: "Conflict", message: "another write has changed the object" });

/** Every write checks stored objects by the type of their kind. */
export function readKind<Type extends KindObject>(object: ApiObject): Stored<Type> {
  const withMetadata = { ...object, metadata: { namespace: "", ...object.metadata } };
  return { spec: {}, status: {}, ...withMetadata } as unknown as Stored<Type>;
}

/** Removes what `readKind` has added, unless it has changed. */
function withoutAdded(object: ApiObject, before: ApiObject): ApiObject {
  if (before["spec"] === undefined && isSameJson(object["spec"], {})) delete object["spec"];
  if (before["status"] === undefined && isSameJson(object["status"], {})) delete object["status"];
  if (before.metadata.namespace === undefined) delete object.metadata.namespace;
  return object;
}

export function toApiObject(object: KindObject): ApiObject {
  return object as unknown as ApiObject;
}
