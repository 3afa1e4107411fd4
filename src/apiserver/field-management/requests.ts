/** The requests of the API server's writes to field management, which tracks the owners of an object's fields. */
import type { ApiObject } from "../api-object.js";
import type { TypeNode } from "../types/type-node.js";

/** A write by a manager, through an endpoint. */
export interface ManagedWrite {
  /** In the version of the request. */
  readonly type: TypeNode;
  /** The stored object in the request's version, with its managedFields; undefined if the write creates it. */
  readonly live: ApiObject | undefined;
  readonly manager: string;
  /** `status`, `scale`; empty for the object itself. */
  readonly subresource: string;
  /** Fields that a write through this endpoint does not change, and so does not own: [["status"]]. */
  readonly resetFields: readonly (readonly string[])[];
  /** For entries of managers that wrote in another version. Absent if the kind has one version. */
  readonly versions?: ObjectVersions;
  /** In ms. */
  readonly now: number;
}

/** A create, an update or a patch that is already applied. */
export interface UpdateWrite extends ManagedWrite {
  /** The object to store, as sent: its managedFields may reset or replace those of the live object. */
  readonly object: ApiObject;
}

/** A server-side apply. */
export interface ApplyWrite extends ManagedWrite {
  /** The applied configuration, as sent. */
  readonly patch: ApiObject;
  /** The apiVersion of the endpoint. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly force: boolean;
}

/** Converts an object to another version of its kind. */
export interface ObjectVersions {
  /** Undefined if the version is no longer served: its managers are dropped. */
  typeOf(apiVersion: string): TypeNode | undefined;
  convert(object: ApiObject, apiVersion: string): Promise<ApiObject>;
}
