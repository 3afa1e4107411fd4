/**
 * Extension API servers: kinds whose objects your own program serves, behind the main API server.
 *
 * @module
 */
export { createExtensionServer, type ExtensionServer, type OpenExtensionServer } from "./extension-server.js";
export type {
  ExtensionCertificate,
  ExtensionConversion,
  ExtensionResource,
  ExtensionServerOptions,
  OwnExtensionCertificate,
} from "./options.js";
export {
  type ResourceStorage,
  type VirtualObject,
  type VirtualScope,
  type VirtualSource,
  type VirtualStorage,
  virtualStorage,
} from "./storage.js";
export {
  type ExtensionSubresource,
  type ObjectHandlers,
  type ObjectSubresource,
  objectSubresource,
  type SubresourceRequest,
  type SubresourceWrite,
  type TextChunks,
  type TextSubresource,
  textSubresource,
} from "./subresources/subresources.js";
export {
  type StreamOutcome,
  type StreamResult,
  type StreamSession,
  type StreamSubresource,
  streamSubresource,
  type TerminalSize,
} from "./subresources/stream-subresource.js";
export { type ClusterStorageOptions, clusterStorage } from "./storage/cluster/cluster-storage.js";
export { type FileStorageOptions, fileStorage } from "./storage/file-storage.js";
export { type SqliteStorageOptions, sqliteStorage } from "./storage/sqlite/sqlite-storage.js";
export { type MemoryStorage, memoryStorage } from "./storage/memory-storage.js";
export type {
  ObjectStorage,
  OpenStorage,
  StorageEvent,
  StorageHost,
  StorageKind,
  StorageSnapshot,
  StoredMeta,
  StoredObject,
} from "./storage/object-storage.js";
export { type StorageCheck, type StorageChecksOptions, storageChecks } from "./storage/checks/storage-checks.js";
