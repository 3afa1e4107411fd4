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
} from "./options.js";
export {
  type MemoryStorage,
  memoryStorage,
  type ResourceStorage,
  type VirtualObject,
  type VirtualScope,
  type VirtualSource,
  type VirtualStorage,
  virtualStorage,
} from "./storage.js";
