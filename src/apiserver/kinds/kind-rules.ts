import type { Json } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import type { Conversion, PartialUpdate, Strategy, Subresource } from "../resource.js";

/**
 * What is a kind's own; all else comes from the recorded data and from what kinds have in common. In every function
 * here `object` may be changed by one that sets or prepares, and by no other.
 */
export interface KindRules extends Partial<Strategy> {
  /** Under which key objects are stored, where another resource's objects are meant. */
  readonly storageKey?: string;
  readonly conversion?: Conversion;
  /** A new object may come with a status. */
  readonly keepsNewStatus?: boolean;
  /** How a write to the status subresource differs from the common one, which takes over nothing but the status. */
  readonly status?: Partial<PartialUpdate["strategy"]> & Partial<Pick<PartialUpdate, "resetFields">>;
  /** By name, where the common ones do not fit. */
  readonly subresources?: Readonly<Record<string, Subresource>>;
  /** Sent with every answer. */
  readonly deprecationWarning?: string;
  /** One for each recorded column. Default: the name, and `<unknown>` or the time of creation. */
  readonly cells?: (object: ApiObject, now: number) => Json[];
  /** In which order a table lists objects, where it is not that of their names. */
  readonly compareRows?: (left: ApiObject, right: ApiObject) => number;
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>;
}

/** The rules of a group's kinds, by `deployments`; of a certain version, by `v1/horizontalpodautoscalers`. */
export type GroupRules = Readonly<Record<string, KindRules>>;
