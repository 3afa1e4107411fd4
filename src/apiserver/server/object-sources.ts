import type { RequestInfo } from "../http/request-info.js";
import type { ServedResource } from "../resource.js";

/** Keeps the store current for resources whose objects come from another source. */
export interface ObjectSources {
  /** Resolves when the store contains what the source has now. Throws a StatusError if the source fails. */
  refresh(resource: ServedResource, place: Pick<RequestInfo, "namespace" | "name">): Promise<void>;
  /** Follows the source while a client watches the resource; returns a function that ends this. */
  follow(resource: ServedResource): () => void;
}
