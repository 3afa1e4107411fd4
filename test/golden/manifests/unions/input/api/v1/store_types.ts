import { type CustomResource, defineKind, type Int32 } from "tsop";

interface Recreate {
  /** How pods are replaced. */
  type: "Recreate";
  /** Seconds to wait. */
  wait?: Int32;
}

interface RollingUpdate {
  type: "RollingUpdate" | "Canary";
  /**
   * How many at once.
   * @minimum 1
   */
  step: Int32;
  wait?: Int32;
}

interface Disk {
  /** A path on the node. */
  path: string;
}

interface Bucket {
  name: string;
  region?: string;
}

/** Where the data is: one of the two. */
type Source = { disk: Disk } | { bucket: Bucket };

type Common = { name: string };

/** Several forms that a value may have at once. */
type Loose = { host: string } | { host?: string; port: Int32 };

export interface StoreSpec {
  /** The strategy. */
  strategy?: Recreate | RollingUpdate;
  source: Source;
  backups?: (Common & Source)[];
  address?: Loose | null;
  mode?: "fast" | "safe" | (string & {});
  enabled?: { on: true; since: string } | { on: false };
  /** Told apart by a literal, each with one field of its own. */
  origin?: { kind: "disk"; path: string } | { kind: "bucket"; bucket: string };
  /** Fields, and whatever else there is. */
  open?: { known?: string; [key: string]: unknown };
}

export interface Store extends CustomResource<"unions.abc.com/v1", "Store"> {
  spec: StoreSpec;
}
export const Store = defineKind<Store>("unions.abc.com/v1", "Store");
