import type { RequestInfo } from "../http/request-info.js";
import type { ServedResource } from "../resource.js";

/** Keeps the store current for resources whose objects come from another source. */
export interface ObjectSources {
  /**
   * Resolves when the store contains what the source has now, and no earlier version than the client knows. Throws a StatusError if
   * the source fails.
   *
   * @param known - the version in the request's query; 0 or NaN for none
   */
  refresh(resource: ServedResource, place: Pick<RequestInfo, "namespace" | "name">, known: number): Promise<void>;
  /** Follows the source while a client watches the resource; returns a function that ends this. */
  follow(resource: ServedResource): () => void;
}
