import type { StoreWriter, Store } from "../../apiserver/storage/store.js";
import type { ObjectKey } from "../../kube/objects.js";

/** The objects of a kind, as the server reads and writes them. */
export interface StoredKind {
  /** What requests read. */
  readonly store: Store;
  readonly writer: StoreWriter;
  /** See `ObjectSources.refresh`. */
  refresh(place: Required<ObjectKey>, known: number): Promise<void>;
  /** See `ObjectSources.follow`. */
  follow(): () => void;
  close(): Promise<void>;
}
