/** What the writes of an API server ask of field management: who owns which field of an object. */
import type { ApiObject } from "../api-object.js";
import type { TypeNode } from "../types/type-node.js";

/** A write by a manager, through an endpoint. */
export interface ManagedWrite {
  /** Of the version that the request is made in. */
  readonly type: TypeNode;
  /** The stored object in the request's version, with its managedFields; undefined when the write creates it. */
  readonly live: ApiObject | undefined;
  readonly manager: string;
  /** `status`, `scale`; empty for the object itself. */
  readonly subresource: string;
  /** Fields that a write through this endpoint does not change, so that nobody owns them by it: [["status"]]. */
  readonly resetFields: readonly (readonly string[])[];
  /** For entries of managers that wrote in another version. Absent: the kind has one version. */
  readonly versions?: ObjectVersions;
  /** In ms. */
  readonly now: number;
}

/** A create, an update or a patch that has been worked out already. */
export interface UpdateWrite extends ManagedWrite {
  /** What is to be stored, as it came: its own managedFields may reset or replace those of the live object. */
  readonly object: ApiObject;
}

/** A server-side apply. */
export interface ApplyWrite extends ManagedWrite {
  /** The applied configuration, as it came. */
  readonly patch: ApiObject;
  /** Of the endpoint. */
  readonly apiVersion: string;
  readonly kind: string;
  readonly force: boolean;
}

/** The same object in another version of its kind. */
export interface ObjectVersions {
  /** Undefined when the version is not served any more: its managers are forgotten. */
  typeOf(apiVersion: string): TypeNode | undefined;
  convert(object: ApiObject, apiVersion: string): Promise<ApiObject>;
}
