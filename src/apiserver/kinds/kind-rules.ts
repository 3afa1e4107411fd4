import type { Json } from "../../core/json.js";
import type { ApiObject } from "../api-object.js";
import type { Conversion, PartialUpdate, Strategy, Subresource } from "../resource.js";

/**
 * The rules specific to a kind. Everything else comes from the recorded data and from the rules that kinds share. Only the
 * functions that set or prepare may change `object`.
 */
export interface KindRules extends Partial<Strategy> {
  /** The key that objects are stored under, if they are another resource's objects. */
  readonly storageKey?: string;
  readonly conversion?: Conversion;
  /** A new object may have a status. */
  readonly keepsNewStatus?: boolean;
  /** The overrides of the common status update, which copies only the status. */
  readonly status?: Partial<PartialUpdate["strategy"]> & Partial<Pick<PartialUpdate, "resetFields">>;
  /** The subresources by name that differ from the common ones. */
  readonly subresources?: Readonly<Record<string, Subresource>>;
  /** The warning in every response. */
  readonly deprecationWarning?: string;
  /** One cell for each recorded column. Default: the name, and `<unknown>` or the creation time. */
  readonly cells?: (object: ApiObject, now: number, listed: readonly ApiObject[]) => Json[];
  /** The order of objects in a table. Default: by name. */
  readonly compareRows?: (left: ApiObject, right: ApiObject) => number;
  /** A table without objects has null instead of an empty list of rows. Default: only without `cells`. */
  readonly nullIfEmpty?: boolean;
  readonly selectableFields?: Readonly<Record<string, (object: ApiObject) => string>>;
}

/** The rules of a group's kinds, with keys such as `deployments`, or `v1/horizontalpodautoscalers` for a single version. */
export type GroupRules = Readonly<Record<string, KindRules>>;
