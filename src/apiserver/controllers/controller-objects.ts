/** The writes of controllers: as users with their own accounts, by the same rules as all clients. */
import { copyJson, type JsonObject } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import { withoutAudit } from "../audit/audit-notes.js";
import { applyConfiguration } from "../field-management/apply-configuration.js";
import { updateManagedFields } from "../field-management/update-managed-fields.js";
import { deleteObject, type DeleteOptions } from "../objects/delete-object.js";
import { createObject } from "../objects/create-object.js";
import { updateObject } from "../objects/update-object.js";
import type { Registry } from "../objects/registry.js";
import type { ObjectParts, Write } from "../objects/write.js";
import { decodeBuiltIn } from "../types/decode.js";
import type { PartialUpdate, ServedResource, UserInfo } from "../resource.js";
import { StatusError } from "../status-error.js";
import type { WorkQueues } from "./work-queues.js";

export interface UpdateOptions {
  /** The subresource to write. Default: the object, except fields that have their own endpoint. */
  readonly subresource?: string;
  /** The manager in the object's managedFields. Default: `kube-controller-manager`. */
  readonly manager?: string;
}

export interface Stoppable {
  stop(): void;
}

/** The parts that the controllers of a server share. */
export interface ControllerHost {
  readonly objects: ObjectParts;
  readonly registry: Registry;
  readonly queues: WorkQueues;
}

export class ControllerObjects {
  readonly parts: ObjectParts;
  /** The queues for the controller's work. */
  readonly queues: WorkQueues;
  readonly #registry: Registry;
  /** The controller's account. */
  readonly user: UserInfo;

  /** @param account - of kube-system: `generic-garbage-collector` */
  constructor({ objects, registry, queues }: ControllerHost, account: string) {
    this.parts = objects;
    this.queues = queues;
    this.#registry = registry;
    this.user = {
      username: `system:serviceaccount:kube-system:${account}`,
      groups: ["system:serviceaccounts", "system:serviceaccounts:kube-system", "system:authenticated"],
    };
  }

  /** Returns the namespaced resources whose objects can be deleted, each in its stored version. */
  namespacedResources(): ServedResource[] {
    const keys = new Set(
      this.#registry
        .all()
        .filter(isDeletable)
        .map(({ storageKey }) => storageKey),
    );
    return [...keys].map((key) => this.#registry.findStored(key)).filter((each) => each !== undefined);
  }

  resource(storageKey: string): ServedResource | undefined {
    return this.#registry.findStored(storageKey);
  }

  /** Returns the resource of a kind: in this version, or else in another. */
  findKind(group: string, version: string, kind: string): ServedResource | undefined {
    const known = this.#registry.findKind(group, version, kind);
    return known ?? this.#registry.all().find((each) => each.group === group && each.kind === kind);
  }

  servesKind(apiVersion: string, kind: string): boolean {
    return this.#registry.hasKind(apiVersion, kind);
  }

  /** Deletes an object. Returns false if it was already deleted. */
  async delete(resource: ServedResource, { metadata }: ApiObject, options: DeleteOptions): Promise<boolean> {
    const write = this.#write(resource, metadata.namespace ?? "", metadata.name ?? "");
    return unlessGone(
      deleteObject(this.parts, write, {
        ...options,
        preconditions: { uid: metadata.uid ?? "", ...options.preconditions },
      }),
    );
  }

  /**
   * Creates an object. The argument is changed.
   *
   * @throws StatusError if the server rejects the object
   */
  async create(resource: ServedResource, object: ApiObject, manager = defaultManager): Promise<ApiObject> {
    const { type, strategy } = resource;
    strategy.setDefaults(object);
    const by = { type, live: undefined, manager, subresource: "", resetFields: [], now: this.parts.now() };
    const managed = await updateManagedFields({ ...by, object });
    return createObject(this.parts, this.#write(resource, object.metadata.namespace ?? "", ""), managed);
  }

  /** Creates an object unless it exists. */
  async ensure(resource: ServedResource, object: ApiObject, manager = defaultManager): Promise<void> {
    const { namespace = "", name = "" } = object.metadata;
    if (this.parts.store.get(resource.storageKey, namespace, name) !== undefined) return;
    try {
      await this.create(resource, object, manager);
    } catch (error) {
      if (reasonOf(error) !== "AlreadyExists") throw error;
    }
  }

  /** Returns a resource that the server always serves. */
  builtIn(storageKey: string): ServedResource {
    const found = this.#registry.findStored(storageKey);
    if (found === undefined) throw new Error(`no resource is served for ${storageKey}`);
    return found;
  }

  /** Changes an object; `change` gets a copy, and returns the new object. Returns false if the object no longer exists. */
  async update(
    resource: ServedResource,
    { metadata }: ApiObject,
    change: (object: ApiObject) => ApiObject,
    options: UpdateOptions = {},
  ): Promise<boolean> {
    return this.#update(resource, metadata, options, (live) => {
      if (live === undefined || live.metadata.uid !== metadata.uid) throw gone;
      return change({ ...live, metadata: { ...live.metadata } });
    });
  }

  /** Replaces the status of an object, unless another write has changed the object since. Returns false if it no longer exists. */
  async updateStatus(resource: ServedResource, read: ApiObject, status: JsonObject): Promise<boolean> {
    return this.#update(resource, read.metadata, { subresource: "status" }, (live) => {
      if (live?.metadata.resourceVersion !== read.metadata.resourceVersion) throw changed;
      return { ...read, metadata: { ...read.metadata }, status };
    });
  }

  /** Applies a part of the status of an object of a built-in kind, unless another write has changed it since. Returns false if it no longer exists. */
  async applyStatus(resource: ServedResource, read: ApiObject, status: JsonObject, manager: string): Promise<boolean> {
    const { strategy, resetFields } = partOf(resource, "status");
    const { apiVersion, kind, metadata } = read;
    const { name = "", namespace = "" } = metadata;
    const patch = { apiVersion, kind, metadata: { name, ...(namespace === "" ? {} : { namespace }) }, status };
    const produce = async (live: ApiObject | undefined): Promise<ApiObject> => {
      if (live?.metadata.resourceVersion !== metadata.resourceVersion) throw changed;
      const by = { type: resource.type, live, manager, subresource: "status", resetFields, now: this.parts.now() };
      const applied = copyJson(await applyConfiguration({ ...by, patch, apiVersion, kind, force: true }));
      return decodeBuiltIn(applied, resource.type).object as ApiObject; // of the same kind
    };
    const write = this.#write(resource, namespace, name, "status");
    return unlessGone(updateObject(this.parts, write, { produce, strategy, allowsCreate: false }));
  }

  async #update(
    resource: ServedResource,
    { namespace = "", name = "" }: ApiObject["metadata"],
    { subresource = "", manager = defaultManager }: UpdateOptions,
    change: (live: ApiObject | undefined) => ApiObject,
  ): Promise<boolean> {
    const { strategy, resetFields } = subresource === "" ? whole(resource) : partOf(resource, subresource);
    const produce = (live: ApiObject | undefined): Promise<ApiObject> => {
      const object = change(live);
      const by = { type: resource.type, live, manager, subresource, resetFields };
      return updateManagedFields({ ...by, object, now: this.parts.now() });
    };
    const write = this.#write(resource, namespace, name, subresource);
    return unlessGone(updateObject(this.parts, write, { produce, strategy, allowsCreate: false }));
  }

  #write(resource: ServedResource, namespace: string, name: string, subresource = ""): Write {
    const by = { user: this.user, isDryRun: false, options: {}, warnings: [], audit: withoutAudit };
    return { resource, namespace, name, subresource, ...by };
  }
}

const defaultManager = "kube-controller-manager";

function whole({ strategy }: ServedResource): Pick<PartialUpdate, "strategy" | "resetFields"> {
  return { strategy, resetFields: [] };
}

function partOf({ subresources, storageKey }: ServedResource, name: string): PartialUpdate {
  const found = subresources.get(name);
  if (found?.type !== "update") throw new Error(`${storageKey} has no ${name} to be written`);
  return found;
}

/** Makes the queue repeat the work with the current object. */
const changed = new Error("another write has changed the object");

const gone = new StatusError({ code: 404, reason: "NotFound", message: "gone" });

async function unlessGone(writing: Promise<unknown>): Promise<boolean> {
  try {
    await writing;
    return true;
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === "NotFound" || reason === "Conflict") return false;
    throw error;
  }
}

function reasonOf(error: unknown): string | undefined {
  return error instanceof StatusError ? error.failure.reason : undefined;
}

function isDeletable({ namespaced, verbs }: ServedResource): boolean {
  return namespaced && verbs.includes("delete") && verbs.includes("list");
}
