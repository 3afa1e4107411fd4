// Made by `npm run generate:k8s` from data/openapi/storagemigration/v1.json: change that, or the script.
import { type Condition, type ListMeta, type ObjectMeta, defineKind } from "../../kube/objects.js";
import type { GroupResource } from "../meta/v1.js";

/** StorageVersionMigration represents a migration of stored data to the latest storage version. */
export interface StorageVersionMigration {
  apiVersion: "storagemigration.k8s.io/v1";
  kind: "StorageVersionMigration";
  metadata: ObjectMeta;
  /** Specification of the migration. */
  spec?: StorageVersionMigrationSpec;
  /** Status of the migration. */
  status?: StorageVersionMigrationStatus;
}
export const StorageVersionMigration = /* @__PURE__ */ defineKind<StorageVersionMigration>("storagemigration.k8s.io/v1", "StorageVersionMigration");

/** StorageVersionMigrationList is a collection of storage version migrations. */
export interface StorageVersionMigrationList {
  apiVersion: "storagemigration.k8s.io/v1";
  /** Items is the list of StorageVersionMigration */
  items: StorageVersionMigration[];
  kind: "StorageVersionMigrationList";
  /**
   * Standard list metadata More info:
   * https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata
   */
  metadata?: ListMeta;
}

/** Spec of the storage version migration. */
export interface StorageVersionMigrationSpec {
  /**
   * The resource that is being migrated. The migrator sends requests to the endpoint serving the resource.
   * Immutable.
   */
  resource: GroupResource;
}

/** Status of the storage version migration. */
export interface StorageVersionMigrationStatus {
  /** The latest available observations of the migration's current state. */
  conditions?: Condition[];
  /**
   * ResourceVersion to compare with the GC cache for performing the migration. This is the current resource version
   * of given group, version and resource when kube-controller-manager first observes this StorageVersionMigration
   * resource.
   */
  resourceVersion?: string;
}
